import type { ReactNode } from 'react';
import styles from './badge.module.css';

interface BadgeProps {
  readonly tone?: 'neutral' | 'success' | 'danger' | 'warning' | 'accent';
  readonly children: ReactNode;
}

/** A word about a state; the tone only emphasizes it. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
