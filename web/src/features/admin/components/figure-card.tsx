import { wholeNumber } from '@inkwell/shared/format';
import type { ReactNode } from 'react';
import styles from '../admin.module.css';

interface FigureCardProps {
  readonly label: string;
  readonly value: number;
  /** Below the number. */
  readonly note?: ReactNode;
}

/** One figure; has to be in a `dl`. */
export function FigureCard({ label, value, note }: FigureCardProps) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd className={styles.value}>{wholeNumber(value)}</dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  );
}
