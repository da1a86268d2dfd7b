import type { ReactNode } from 'react';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import styles from '../admin.module.css';
import { mailQueries } from '../api/mail.ts';
import { useStaffQuery } from '../api/unauthorized.ts';
import { troublesOf } from './mail-texts.ts';

interface MailStandingProps {
  /** Label of the loading state, for screen readers. */
  readonly label: string;
  readonly children?: ReactNode;
}

/**
 * Says why mails are not being sent; nothing while they are. Until that is known, the content below stays off screen, because the note would move it.
 */
export function MailStanding({ label, children }: MailStandingProps) {
  const query = useStaffQuery(mailQueries.standing());
  // The note of a new problem would shift the content, so a cached answer is not shown while a new one loads.
  if (!query.isFetchedAfterMount) {
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
