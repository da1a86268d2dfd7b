import '@mantine/core/styles/Checkbox.layer.css';
import { counted, longDate, personName } from '@inkwell/shared/format';
import type { HeldCommentRule, ModeratedComment, ModerationCase } from '@inkwell/shared/moderation';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useId } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../components/badge.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { CommentText } from '../../../components/markdown/comment-text.tsx';
import { paths } from '../../../lib/paths.ts';
import { notificationTime } from '../../../lib/time.ts';
import { moderationQueries } from '../api/moderation.ts';
import { RowButton, RowNameId } from '../components/staff-row.tsx';
import { EVERYTHING, searchOf } from './comment-filter.ts';
import styles from './comment-list.module.css';

const HELD_BY: Readonly<Record<HeldCommentRule, string>> = {
  first: 'one of its author’s first comments',
  links: 'many links',
  words: 'a word on the list',
  everything: 'all comments are held',
};

const STATES = {
  held: { label: 'Pending', tone: 'warning' },
  hidden: { label: 'Hidden', tone: 'danger' },
  deleted: { label: 'Deleted', tone: 'neutral' },
} as const;

interface CommentRowProps {
  readonly comment: ModeratedComment;
  readonly ref: Ref<HTMLLIElement>;
  /** Whether the Tab key enters the list at this row. */
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly isOpen: boolean;
  readonly isPending: boolean;
  /** Result of the last action. */
  readonly outcome: string | undefined;
  readonly onSelect: () => void;
  readonly onToggle: () => void;
  readonly onHide: () => void;
  readonly onShow: () => void;
}

/** The label of the button that shows a comment in this state; null if there is nothing to decide. */
export const showLabel = ({ state, reportsCount }: ModeratedComment): string | null =>
  state === 'held' ? 'Approve' : state === 'hidden' ? 'Show' : reportsCount > 0 ? 'Keep' : null;

/** One comment with the actions that it allows. */
export function CommentRow({
  comment,
  ref,
  isCurrent,
  isSelected,
  isOpen,
  isPending,
  outcome,
  ...on
}: CommentRowProps) {
  const { post, state, author, authorId, reportsCount, heldBy, reason, starter } = comment;
  const id = useId();
  const name = personName(author);
  const show = showLabel(comment);
  return (
    <li
      ref={ref}
      tabIndex={isCurrent ? 0 : -1}
      aria-labelledby={`${id}-title`}
      className={styles.row}
      data-chosen={isSelected || undefined}
    >
      <Checkbox
        checked={isSelected}
        onChange={on.onSelect}
        aria-label={`Select the comment by ${name}`}
        tabIndex={-1}
      />
      <div className={styles.body}>
        <div className={styles.titleLine}>
          <span id={`${id}-title`} className={styles.who}>
            <Link to={searchOf({ ...EVERYTHING, userId: authorId })} title="All comments by this person">
              {name}
            </Link>
            {state !== 'visible' && <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>}
            {reportsCount > 0 && <Badge tone="danger">{counted(reportsCount, 'report', 'reports')}</Badge>}
            <time className={styles.meta} dateTime={comment.createdAt}>
              {notificationTime(comment.createdAt)}
            </time>
          </span>
          <span className={`${styles.meta} ${styles.on}`}>
            {post ? (
              <>
                on{' '}
                {post.isInTrash ? (
                  <span dir="auto">{post.title}</span>
                ) : (
                  <Link to={`${paths.post(post)}#comment-${comment.id}`} dir="auto" title={post.title}>
                    {post.title}
                  </Link>
                )}
                {post.isInTrash && ', in the trash'}
              </>
            ) : (
              'The post was deleted'
            )}
          </span>
        </div>
        {heldBy && <p className={styles.meta}>Pending because of: {HELD_BY[heldBy]}</p>}
        {starter && (
          <p className={styles.context} dir="auto">
            In the thread of {personName(starter.author)}: {starter.content}
          </p>
        )}
        <CommentText source={comment.content} />
        {state === 'hidden' && reason && (
          <p className={styles.meta}>
            Hidden because: <span dir="auto">{reason}</span>
          </p>
        )}
        {outcome && <p className={styles.outcome}>{outcome}</p>}
      </div>
      <div className={styles.rowActs}>
        <RowNameId value={`${id}-title`}>
          <RowButton
            isPending={isPending}
            aria-disabled={show === null}
            onClick={show === null ? undefined : on.onShow}
          >
            {show ?? 'Show'}
          </RowButton>
          <RowButton
            data-danger
            isPending={isPending}
            aria-disabled={state === 'hidden' || state === 'deleted'}
            onClick={state === 'hidden' || state === 'deleted' ? undefined : on.onHide}
          >
            Hide...
          </RowButton>
          <RowButton aria-expanded={isOpen} onClick={on.onToggle}>
            Details
          </RowButton>
        </RowNameId>
      </div>
      {isOpen && (
        <div className={styles.details}>
          {post && (
            <p className={styles.meta}>
              <Link to={searchOf({ ...EVERYTHING, postId: post.id })}>All comments on this post</Link>
            </p>
          )}
          <CaseDetails id={comment.id} />
        </div>
      )}
    </li>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      <ul className="stack">{children}</ul>
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
function CaseDetails({ id }: { readonly id: string }) {
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
