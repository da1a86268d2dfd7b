import type { CSSProperties, ReactNode } from 'react';
import styles from './bar.module.css';

interface BarProps {
  /** Fraction of the longest bar, from 0 to 1. */
  readonly share: number;
  /** Bars of other figures in the same row are lighter. */
  readonly tone?: 'first' | 'second' | 'third';
  /** The figure in words. */
  readonly children: ReactNode;
}

/** A horizontal bar followed by its figure; assistive technology gets only the figure. */
export function Bar({ share, tone = 'first', children }: BarProps) {
  return (
    <span className={styles.bar}>
      <span className={styles.fill} data-tone={tone} style={{ '--share': share } as CSSProperties} />
      <span className={styles.figure}>{children}</span>
    </span>
  );
}
