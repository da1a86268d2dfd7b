import type { ReactNode } from 'react';
import { Bar } from '../analytics/bar.tsx';
import styles from './bar-rows.module.css';

interface BarRow {
  readonly key: string | number;
  readonly name: ReactNode;
  readonly value: number;
  /** The value in words. */
  readonly text: string;
  /** A second figure. */
  readonly note?: string;
}

interface BarRowsProps {
  readonly label: string;
  readonly rows: readonly BarRow[];
  /** The value of a full bar; the largest one by default. */
  readonly full?: number;
}

/** Named figures, each with a bar. */
export function BarRows({ label, rows, full = Math.max(1, ...rows.map(({ value }) => value)) }: BarRowsProps) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {rows.map(({ key, name, value, text, note }) => (
        <li key={key}>
          <span dir="auto">{name}</span>
          <Bar share={value / full}>{text}</Bar>
          {note && <span className={styles.note}>{note}</span>}
        </li>
      ))}
    </ul>
  );
}
