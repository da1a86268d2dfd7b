import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import styles from '../admin.module.css';
import { mailQueries } from '../api/mail.ts';
import { useLoginWhenUnauthorized } from '../api/unauthorized.ts';
import { troublesOf } from './mail-texts.ts';

interface MailStandingProps {
  /** What loads, for those who do not see it. */
  readonly label: string;
  /** Whether what follows is still loading. */
  readonly isPending?: boolean;
  readonly children?: ReactNode;
}

/**
 * Says when mails do not leave, and why; nothing while they do. What follows stays below the screen until that is known, because the note
 * would move it.
 */
export function MailStanding({ label, isPending, children }: MailStandingProps) {
  const query = useQuery(mailQueries.standing());
  useLoginWhenUnauthorized(query.error);
  if (query.isPending || isPending) {
    return (
      <LoadingRegion label={label}>
        <Skeleton height="100vh" />
      </LoadingRegion>
    );
  }
  const troubles = query.data ? troublesOf(query.data, Date.now()) : [];
  return (
    <>
      {query.isError && <p className={styles.notice}>The state of mail delivery could not be loaded.</p>}
      {troubles.length > 0 && (
        <div role="status" className={styles.notice}>
          {troubles.map((trouble) => (
            <p key={trouble} dir="auto">
              {trouble}
            </p>
          ))}
        </div>
      )}
      {children}
    </>
  );
}
