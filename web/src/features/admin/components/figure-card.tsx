import { wholeNumber } from '@inkwell/shared/format';
import type { ReactNode } from 'react';
import { Skeleton } from '../../../components/skeleton.tsx';
import styles from '../admin.module.css';

interface FigureCardProps {
  readonly label: string;
  /** Undefined while it loads. */
  readonly value: number | undefined;
  /** Below the number. */
  readonly note?: ReactNode;
}

/** One figure; must be in a `dl`. */
export function FigureCard({ label, value, note }: FigureCardProps) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd className={styles.value}>
        {value === undefined ? <Skeleton width="4rem" height="1.2em" /> : wholeNumber(value)}
      </dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  );
}
