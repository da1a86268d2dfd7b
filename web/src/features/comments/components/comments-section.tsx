import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { ErrorState, StaleNotice } from '../../../components/states.tsx';
import { failureText } from '../../../lib/failure.ts';
import { type CountChange, useDeleteComment } from '../api/mutations.ts';
import { commentQueries } from '../api/queries.ts';
import styles from '../comments.module.css';
import { CommentComposer } from './comment-composer.tsx';
import { CommentItem } from './comment-item.tsx';

interface CommentsSectionProps {
  readonly postId: string;
  /** What the post says, until the list has been counted. */
  readonly count: number;
  readonly onCountChange: CountChange;
}

/** The comments on a post, newest first, and the way to add one. Product §2, Post detail. */
export function CommentsSection({ postId, count, onCountChange }: CommentsSectionProps) {
  const comments = useInfiniteQuery(commentQueries.list(postId));
  const remove = useDeleteComment({ postId, onCountChange });
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const items = comments.data?.pages.flatMap((page) => page.items) ?? [];
  const total = comments.data?.pages.at(-1)?.total ?? count;

  const list = useRef<HTMLUListElement>(null);
  /** How many comments there were when more were asked for; null when nobody waits for them. */
  const countBefore = useRef<number | null>(null);

  const showMore = () => {
    countBefore.current = items.length;
    void comments.fetchNextPage();
  };
  useEffect(() => {
    if (countBefore.current === null || items.length <= countBefore.current) return;
    // Reading goes on at the first new one; the button that was pressed may be gone.
    list.current?.querySelectorAll<HTMLElement>(':scope > li')[countBefore.current]?.focus();
    countBefore.current = null;
  }, [items.length]);

  const deleteComment = (id: string) => {
    // The button that was pressed goes away with its comment; focus must not fall back to the top of the page.
    remove.mutate(id, { onSuccess: () => title.current?.focus() });
  };

  return (
    <section id="comments" className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId} ref={title} tabIndex={-1} data-focus-target className={styles.title}>
        Comments ({total})
      </h2>
      <CommentComposer postId={postId} onCountChange={onCountChange} />
      {comments.isPending && <CommentSkeletons />}
      {comments.isError && items.length === 0 && (
        <ErrorState
          title="The comments could not be loaded"
          error={comments.error}
          onRetry={() => void comments.refetch()}
          isRetrying={comments.isFetching}
        />
      )}
      {comments.isSuccess && items.length === 0 && (
        <p className={styles.empty}>No comments yet. Be the first to share your thoughts!</p>
      )}
      <StaleNotice query={comments} what="These comments" />
      <ul ref={list} className={styles.list}>
        {items.map((comment) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            isDeleting={remove.isPending && remove.variables === comment.id}
            onDelete={deleteComment}
          />
        ))}
      </ul>
      {comments.hasNextPage && (
        <div className={styles.more}>
          {comments.isFetchNextPageError && (
            <p role="alert">More comments could not be loaded. {failureText(comments.error)}</p>
          )}
          <Button variant="secondary" isPending={comments.isFetchingNextPage} onClick={showMore}>
            {comments.isFetchingNextPage ? 'Loading...' : 'Show More Comments'}
          </Button>
        </div>
      )}
    </section>
  );
}

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
