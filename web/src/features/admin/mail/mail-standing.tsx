import { useQuery } from '@tanstack/react-query';
import styles from '../admin.module.css';
import { mailQueries } from '../api/mail.ts';
import { useLoginWhenUnauthorized } from '../api/unauthorized.ts';
import { troublesOf } from './mail-texts.ts';

/** Says when mails do not leave, and why; nothing while they do. */
export function MailStandingNote() {
  const query = useQuery(mailQueries.standing());
  useLoginWhenUnauthorized(query.error);
  if (query.isError) return <p className={styles.info}>It could not be loaded whether mails leave.</p>;
  const troubles = query.data ? troublesOf(query.data, Date.now()) : [];
  return (
    <div role="status" className={troubles.length > 0 ? styles.info : undefined}>
      {troubles.map((trouble) => (
        <p key={trouble} dir="auto">
          {trouble}
        </p>
      ))}
    </div>
  );
}
