import type { ReactNode } from 'react';
import styles from './auth-page.module.css';

/** The narrow page that the forms around passwords stand on. */
export function AuthPage({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={`container ${styles.page}`}>
      <div className={styles.box}>
        <h1 className={styles.title}>{title}</h1>
        <div className={styles.lead}>{lead}</div>
        {children}
      </div>
    </div>
  );
}

/** What went wrong with a form as a whole; read out when it appears. */
export function FormError({ children }: { readonly children: string | null }) {
  return (
    <div role="alert" className={children ? styles.error : undefined}>
      {children}
    </div>
  );
}
