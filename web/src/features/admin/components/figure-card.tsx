import { wholeNumber } from '@inkwell/shared/format';
import type { ReactNode } from 'react';
import classes from './admin.module.css';

interface FigureCardProps {
  readonly label: string;
  readonly value: number;
  /** What stands below the number. */
  readonly note?: ReactNode;
}

/** One figure; stands in a `dl`. */
export function FigureCard({ label, value, note }: FigureCardProps) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd className={classes.value}>{wholeNumber(value)}</dd>
      {note && <dd className={classes.note}>{note}</dd>}
    </div>
  );
}
