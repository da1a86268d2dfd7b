import { counted, DAY_MS } from '@inkwell/shared/format';
import { lineCheck, lineComment, lineEye, linePen } from '@inkwell/shared/line-icons';
import { isAdmin } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNow } from '../../../hooks/use-now.ts';
import { paths } from '../../../lib/paths.ts';
import { ageInSentence } from '../../../lib/time.ts';
import { editEntry, writingPaths } from '../../../lib/writing-paths.ts';
import { draftPath, useAllDrafts } from '../../post-editor/drafts/all-drafts.ts';
import { draftName } from '../../post-editor/session/draft-name.ts';
import { schedulingQueries } from '../../scheduling/api/queries.ts';
import { ownZone, spelledTime } from '../../scheduling/zoned-time.ts';
import { moderationQueries } from '../api/moderation.ts';
import { useNewsletterOffer } from '../api/newsletter-issues.ts';
import { adminQueries, OVERVIEW_SIZE } from '../api/queries.ts';
import styles from './block.module.css';
import { Block, type BlockProps, type BlockRow } from './block.tsx';

/** How far ahead the next posts are looked up: six weeks, the calendar's longest period. */
const AHEAD_MS = 42 * DAY_MS;

const NEXT_SIZE = 2;

const WEEK_MS = 7 * DAY_MS;

const stateOf = (query: UseQueryResult) => ({
  isLoading: query.isPending,
  error: query.data === undefined ? query.error : null,
  isRetrying: query.isFetching,
  onRetry: () => void query.refetch(),
});

function useWaitingComments(): BlockProps {
  const query = useQuery(moderationQueries.queue());
  const row = (count: number, one: string, many: string, state: string): readonly BlockRow[] =>
    count > 0
      ? [{ key: state, to: `${writingPaths.comments()}?state=${state}`, label: counted(count, one, many), note: '' }]
      : [];
  const { reported = 0, held = 0 } = query.data ?? {};
  return {
    title: 'Comments',
    more: { label: 'Review comments', to: writingPaths.comments() },
    empty: { icon: lineComment, text: 'No comments to review.' },
    size: 2,
    rows: [
      ...row(reported, 'reported comment', 'reported comments', 'reported'),
      ...row(held, 'pending comment', 'pending comments', 'held'),
    ],
    ...stateOf(query),
  };
}

function useNextPosts(): BlockProps {
  // Whole minutes, so that a return to the tab uses the same key.
  const [nowMs] = useState(() => Math.floor(Date.now() / 60_000) * 60_000);
  const query = useQuery(
    schedulingQueries.calendar({
      from: new Date(nowMs).toISOString(),
      to: new Date(nowMs + AHEAD_MS).toISOString(),
    }),
  );
  const scheduled = query.data?.entries.filter(({ status }) => status === 'scheduled') ?? [];
  return {
    title: 'Coming up',
    more: { label: 'Calendar', to: writingPaths.calendar },
    empty: { icon: lineCheck, text: 'Nothing is scheduled for the next six weeks.' },
    size: NEXT_SIZE,
    rows: scheduled.map((entry) => ({
      key: entry.id,
      to: editEntry(entry),
      label: entry.title,
      note: <time dateTime={entry.at}>{spelledTime(entry.at, ownZone())}</time>,
    })),
    ...stateOf(query),
  };
}

/** Unsaved texts and own unpublished posts; a post with unsaved changes is listed once. */
function useUnfinishedWork(viewer: User): BlockProps {
  const nowMs = useNow();
  const { drafts, error, isLoading, refresh } = useAllDrafts(viewer.id, { discarded: false });
  const posts = useQuery(adminQueries.ownDrafts(viewer.id));
  const unsaved = drafts.filter(({ reason }) => reason === null);
  const inDrafts = new Set(unsaved.map(({ postId }) => postId));
  const about = (what: string, atMs: number) => `${what}, ${ageInSentence(new Date(atMs).toISOString(), nowMs)}`;
  const works = [
    ...unsaved.map((draft) => ({
      key: draft.rowKey,
      atMs: draft.atMs,
      to: draftPath(draft),
      label: draft.title.trim() || draftName({ title: draft.title, content: draft.text ?? draft.preview }),
      note: about('Unsaved', draft.atMs),
    })),
    ...(posts.data?.items ?? [])
      .filter(({ id }) => !inDrafts.has(id))
      .map(({ id, title, updatedAt }) => ({
        key: id,
        atMs: Date.parse(updatedAt),
        to: paths.editPost(id),
        label: title,
        note: about('Draft', Date.parse(updatedAt)),
      })),
  ].sort((a, b) => b.atMs - a.atMs);
  return {
    title: 'Your drafts',
    more: { label: 'Unsaved changes', to: writingPaths.drafts },
    empty: { icon: linePen, text: 'You have no unfinished drafts.' },
    size: OVERVIEW_SIZE,
    rows: isLoading || posts.isPending ? [] : works,
    isLoading: isLoading || posts.isPending,
    error: error ?? (posts.data ? null : posts.error),
    isRetrying: isLoading || posts.isFetching,
    onRetry: () => {
      void refresh();
      void posts.refetch();
    },
  };
}

function usePostsOfWeek(viewer: User): BlockProps {
  const nowMs = useNow();
  const query = useQuery(adminQueries.latestPosts());
  const isOffered = useNewsletterOffer();
  const latest = query.data?.items.filter(({ publishedAt }) => Date.parse(publishedAt ?? '') > nowMs - WEEK_MS) ?? [];
  return {
    title: 'This week',
    more: { label: 'Posts', to: `${paths.admin}?tab=posts&status=published` },
    empty: { icon: lineEye, text: 'Nothing was published in the last 7 days.' },
    size: OVERVIEW_SIZE,
    rows: latest.map((post, at) => ({
      key: post.id,
      to: paths.post(post),
      label: post.title,
      note: [
        counted(post.views, 'view', 'views'),
        counted(post.likesCount, 'like', 'likes'),
        counted(post.commentsCount, 'comment', 'comments'),
      ].join(' · '),
      // Only the most recent post: further offers would leave no room for titles.
      act:
        at > 0 || !isAdmin(viewer)
          ? undefined
          : isOffered(post)
            ? { label: 'Send as Newsletter', to: writingPaths.newNewsletterIssue(post.id) }
            : null,
    })),
    ...stateOf(query),
  };
}

/** What needs attention. Each part loads and fails on its own; once all have loaded, those without content are last. */
export function NeedsSomebody({ viewer }: { readonly viewer: User }) {
  const parts = [useWaitingComments(), useNextPosts(), useUnfinishedWork(viewer), usePostsOfWeek(viewer)];
  const [isKnown, setKnown] = useState(false);
  // Known once: a part that is loaded again keeps its place.
  if (!isKnown && parts.every(({ isLoading }) => !isLoading)) setKnown(true);
  const isLast = (part: BlockProps) => isKnown && part.rows.length === 0 && !part.error;
  return (
    <div className={styles.grid}>
      {[...parts]
        .sort((a, b) => Number(isLast(a)) - Number(isLast(b)))
        .map((part) => (
          <Block key={part.title} {...part} />
        ))}
    </div>
  );
}
