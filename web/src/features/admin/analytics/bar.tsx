import type { CSSProperties, ReactNode } from 'react';
import styles from './bar.module.css';

interface BarProps {
  /** Fraction of the longest bar, from 0 to 1. */
  readonly share: number;
  /** The figure in words. */
  readonly children: ReactNode;
}

/** A horizontal bar followed by its figure; assistive technology gets only the figure. */
export function Bar({ share, children }: BarProps) {
  return (
    <span className={styles.bar}>
      <span className={styles.fill} style={{ '--share': share } as CSSProperties} />
      <span className={styles.figure}>{children}</span>
    </span>
  );
}
