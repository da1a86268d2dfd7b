import type { Answer, Comment } from '@inkwell/shared/comments';
import { counted } from '@inkwell/shared/format';
import { canModerateComments } from '@inkwell/shared/permissions';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../components/button.tsx';
import { lazyDialog } from '../../../components/lazy-dialog.tsx';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { LoadError, StaleBanner } from '../../../components/states.tsx';
import { failureText } from '../../../lib/failure.ts';
import { useViewer } from '../../../lib/session.tsx';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { notificationQueries } from '../../notifications/api/queries.ts';
import type { CountChange } from '../api/cache.ts';
import { commentQueries } from '../api/queries.ts';
import styles from '../comments.module.css';
import { SectionContext } from '../section-context.ts';
import { isNewer, type Removed } from '../threads.ts';
import { useLinkedComment } from '../use-linked-comment.ts';
import { CommentComposer } from './comment-composer.tsx';
import { Thread } from './thread.tsx';

const ReportDialog = lazyDialog(
  async () => (await import('./report-dialog.tsx')).ReportDialog,
  'The report could not be opened',
);

interface CommentsSectionProps {
  readonly postId: string;
  readonly authorId: string;
  /** The post's number of comments, and when it was fetched. */
  readonly count: number;
  readonly countedAtMs: number;
  readonly onCountChange: CountChange;
  /** Called with the number of comments in the list, which the page shows instead of `count`. */
  readonly onListed: (total: number) => void;
}

/** A number of comments, and when it was fetched. */
interface Counted {
  readonly count: number | undefined;
  readonly atMs: number;
}

/**
 * The number of comments since the list was fetched. `told` is the post's number, which is refetched on focus and, while somebody is signed in, with
 * every refresh of their notifications.
 */
function useNewComments(
  postId: string,
  { told, listed }: { readonly told: Counted; readonly listed: Counted },
): number {
  const isSignedIn = useViewer() !== null;
  const polled = useQuery(commentQueries.count(postId));
  // Polling as often as the bell is enough.
  const { dataUpdatedAt: newsAtMs } = useQuery({
    ...notificationQueries.list(),
    enabled: false,
    refetchInterval: false,
  });
  const lastNewsAtMs = useRef(newsAtMs);

  const { refetch } = polled;
  useEffect(() => {
    const isFirst = lastNewsAtMs.current === 0;
    const isNew = newsAtMs > lastNewsAtMs.current;
    lastNewsAtMs.current = newsAtMs;
    if (isNew && !isFirst && isSignedIn) void refetch();
  }, [newsAtMs, isSignedIn, refetch]);

  const newest = polled.dataUpdatedAt > told.atMs ? { count: polled.data, atMs: polled.dataUpdatedAt } : told;
  if (newest.count === undefined || listed.count === undefined || newest.atMs <= listed.atMs) return 0;
  return Math.max(0, newest.count - listed.count);
}

/** The threads below a post, newest first, and the composer for a new one. Product §2, Post detail. */
export function CommentsSection({
  postId,
  authorId,
  count,
  countedAtMs,
  onCountChange,
  onListed,
}: CommentsSectionProps) {
  const viewer = useViewer();
  const client = useQueryClient();
  const list = useInfiniteQuery(commentQueries.list(postId));
  const refusal = useQuery({ ...commentQueries.refusal(postId), enabled: viewer !== null });
  const listed = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? null, [list.data]);
  const linked = useLinkedComment(listed);
  const threads = eachOnce(linked.threads);
  const total = list.data?.pages.at(-1)?.total;
  const newCount = useNewComments(postId, {
    told: { count, atMs: countedAtMs },
    listed: { count: total, atMs: list.dataUpdatedAt },
  });
  useEffect(() => {
    if (total !== undefined) onListed(total);
  }, [total, onListed]);
  const [removed, setRemoved] = useState<ReadonlyMap<string, Removed>>(new Map());
  const [reported, setReported] = useState<ReadonlySet<string>>(new Set());
  const [reporting, setReporting] = useState<Answer | null>(null);
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const items = useRef<HTMLUListElement>(null);
  /** The threads that were loaded when more were requested; null if no request is pending. */
  const before = useRef<{ readonly ids: ReadonlySet<string>; readonly atMs: number } | null>(null);

  const remember = () => {
    before.current = { ids: new Set(threads.map(({ id }) => id)), atMs: list.dataUpdatedAt };
  };
  const showMore = () => {
    remember();
    void list.fetchNextPage();
  };
  const refresh = () => {
    void list.refetch();
    void client.invalidateQueries({ queryKey: ['comments', 'answers'] });
  };
  const showNew = () => {
    remember();
    refresh();
  };
  // Opening a link to a new comment also shows the new comments.
  const showNewer = useEffectEvent(() => {
    if (linked.thread && listed && isNewer(linked.thread, listed)) refresh();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each fetched thread
  useEffect(() => showNewer(), [linked.thread]);
  useEffect(() => {
    if (!before.current || before.current.atMs === list.dataUpdatedAt) return;
    const { ids } = before.current;
    before.current = null;
    const index = threads.findIndex(({ id }) => !ids.has(id));
    // Focuses the first new thread, which may be among the loaded ones; the pressed button may be gone.
    if (index < 0) title.current?.focus();
    else items.current?.querySelectorAll<HTMLElement>(':scope > li')[index]?.focus();
  });
  useEffect(
    // Restorable comments are shown only here.
    () => () => void client.invalidateQueries({ ...commentQueries.list(postId), refetchType: 'none' }),
    [client, postId],
  );

  const section = useMemo(
    () => ({
      authorId,
      comments: { postId, onCountChange },
      refusal: refusal.data ?? null,
      markedId: linked.id,
      removed,
      onRemoved: (one: Removed) => setRemoved((all) => new Map(all).set(one.comment.id, one)),
      onSettled: (id: string) => setRemoved((all) => new Map([...all].filter(([other]) => other !== id))),
      reported,
      onReport: setReporting,
      focusTitle: () => title.current?.focus(),
    }),
    [authorId, postId, onCountChange, refusal.data, linked.id, removed, reported],
  );

  return (
    <section id="comments" className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} ref={title} tabIndex={-1} data-focus-target className={styles.title}>
          Comments ({total ?? count})
        </h2>
        {canModerateComments(viewer) && <Link to={writingPaths.comments(postId)}>Moderate</Link>}
      </div>
      <SectionContext value={section}>
        <CommentComposer comments={section.comments} refusal={section.refusal} />
        <div role="status" className={styles.news}>
          {newCount > 0 && (
            <Button size="small" variant="secondary" isPending={list.isRefetching} onClick={showNew}>
              {counted(newCount, 'new comment', 'new comments')}
            </Button>
          )}
          {linked.isGone && <p>The comment that this link leads to is no longer here.</p>}
        </div>
        {list.isPending && <CommentSkeletons />}
        {list.isError && !list.data && <LoadError title="The comments could not be loaded" query={list} />}
        {list.isSuccess && threads.length === 0 && (
          <p className={styles.empty}>No comments yet. Be the first to share your thoughts!</p>
        )}
        <StaleBanner query={list} what="These comments" />
        <ul ref={items} className={styles.list}>
          {threads.map((thread) => (
            <Thread key={thread.id} thread={thread} />
          ))}
        </ul>
        {list.hasNextPage && (
          <div className={styles.more}>
            {list.isFetchNextPageError && (
              <p role="alert">More comments could not be loaded. {failureText(list.error)}</p>
            )}
            <Button variant="secondary" isPending={list.isFetchingNextPage} onClick={showMore}>
              {list.isFetchingNextPage ? 'Loading...' : 'Show More Comments'}
            </Button>
          </div>
        )}
      </SectionContext>
      {reporting && (
        <ReportDialog
          key={reporting.id}
          comment={reporting}
          isSignedIn={viewer !== null}
          onReported={(id) => setReported((all) => new Set(all).add(id))}
          onClose={() => setReporting(null)}
        />
      )}
    </section>
  );
}

/** New threads may move a thread to the next page; it is shown only once. */
const eachOnce = (threads: readonly Comment[]): Comment[] => [...new Map(threads.map((one) => [one.id, one])).values()];

function CommentSkeletons() {
  return (
    <LoadingRegion label="Loading comments">
      {['first', 'second', 'third'].map((name) => (
        <div key={name} className={styles.comment}>
          <Skeleton width="2.25rem" height="2.25rem" isRound />
          <Skeleton width="40%" height="1.25rem" />
          <span />
          <span className={styles.text}>
            <Skeleton height="2.5rem" />
          </span>
        </div>
      ))}
    </LoadingRegion>
  );
}
