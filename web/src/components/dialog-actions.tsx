import type { ReactNode } from 'react';
import styles from './dialog-actions.module.css';

/** The buttons that end a dialog, the one that acts last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
