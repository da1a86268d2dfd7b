import { longDate, personName } from '@inkwell/shared/format';
import type { ModeratedComment, ModerationCase } from '@inkwell/shared/moderation';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { CommentText } from '../../../components/markdown/comment-text.tsx';
import { moderationQueries } from '../api/moderation.ts';
import styles from './comment-list.module.css';

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

function ThreadEntry({ comment, isMeant }: { readonly comment: ModeratedComment; readonly isMeant: boolean }) {
  return (
    <li data-meant={isMeant || undefined} data-answer={comment.parentId !== null || undefined}>
      <p className={styles.meta}>
        {comment.state === 'deleted' ? 'Comment deleted' : personName(comment.author)}{' '}
        {comment.state !== 'visible' && comment.state !== 'deleted' && <Badge>{comment.state}</Badge>}
        {isMeant && ' (this comment)'}
      </p>
      <CommentText source={comment.content} />
    </li>
  );
}

/** The basis of a decision: reports, earlier versions, and the thread around the comment. */
export function CaseDetails({ id }: { readonly id: string }) {
  const query = useQuery(moderationQueries.byId(id));
  return (
    <Loaded query={query} loading="Loading details" failure="The details could not be loaded" height="4rem">
      {(details) => <Details id={id} {...details} />}
    </Loaded>
  );
}

type DetailsProps = Pick<ModerationCase, 'reports' | 'earlier' | 'thread'> & { readonly id: string };

const Details = ({ id, reports, earlier, thread }: DetailsProps) => (
  <>
    {reports.length > 0 && (
      <Part title="Reports">
        {reports.map(({ reason, reporter, email, createdAt }) => (
          <li key={`${createdAt} ${reporter?.id ?? email ?? reason}`}>
            <p className={styles.meta}>
              {reporter ? personName(reporter) : (email ?? 'A visitor')}, {longDate(createdAt)}
            </p>
            <p className={styles.words} dir="auto">
              {reason}
            </p>
          </li>
        ))}
      </Part>
    )}
    {earlier.length > 0 && (
      <Part title="Earlier texts">
        {earlier.map(({ content, until }) => (
          <li key={until}>
            <p className={styles.meta}>Until {longDate(until)}</p>
            <CommentText source={content} />
          </li>
        ))}
      </Part>
    )}
    <Part title="The thread">
      {thread.map((comment) => (
        <ThreadEntry key={comment.id} comment={comment} isMeant={comment.id === id} />
      ))}
    </Part>
  </>
);
