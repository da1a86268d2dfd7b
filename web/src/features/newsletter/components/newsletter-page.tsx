import type { ReactNode } from 'react';
import styles from './newsletter-page.module.css';

/** The page that a newsletter mail leads to. */
export function NewsletterPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={`container ${styles.page}`}>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </div>
  );
}
