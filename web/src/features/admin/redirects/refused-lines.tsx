import type { ImportResult } from './redirect-csv.ts';
import styles from './refused-lines.module.css';

/** The lines of a file that were not added, each with its reason. */
export const RefusedLines = ({ lines }: { readonly lines: ImportResult['refused'] }) => (
  <ul className={styles.list}>
    {lines.map(({ line, from, reason }) => (
      <li key={line}>
        Line {line}, <span dir="auto">{from}</span>: {reason}
      </li>
    ))}
  </ul>
);
