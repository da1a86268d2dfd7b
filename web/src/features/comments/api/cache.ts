import type { Answer, Comment } from '@inkwell/shared/comments';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import type { Page } from '../../../lib/api.ts';
import { asThread, countMoved, holds, withAnswer, withChanged } from '../threads.ts';
import { commentQueries } from './queries.ts';

type Pages<T> = InfiniteData<Page<T>>;

/** Called with the change in the post's number of comments. */
export type CountChange = (by: number) => void;

export interface CommentsOfPost {
  readonly postId: string;
  readonly onCountChange: CountChange;
}

const onPages = <T>(data: Pages<T> | undefined, items: (items: T[], index: number) => T[], by = 0) =>
  data && {
    ...data,
    pages: data.pages.map((page, index) => ({
      ...page,
      items: items(page.items, index),
      total: Math.max(0, page.total + by),
    })),
  };

/** Updates the cached comments with the reader's own actions; nothing else moves. */
export function useCommentCache({ postId, onCountChange }: CommentsOfPost) {
  const client = useQueryClient();
  const listKey = commentQueries.list(postId).queryKey;

  function onThreads(change: (thread: Comment) => Comment | null, by: number): void {
    const each = (thread: Comment) => change(thread) ?? [];
    client.setQueryData(listKey, (data: Pages<Comment> | undefined) =>
      onPages(data, (threads) => threads.flatMap(each), by),
    );
    client.setQueriesData<Comment>({ queryKey: ['comments', 'thread'] }, (thread) =>
      thread?.postId === postId ? (change(thread) ?? undefined) : thread,
    );
    if (by !== 0) onCountChange(by);
  }

  return {
    /** Shows a changed comment; null removes it. */
    change(before: Answer, after: Answer | null): void {
      const { id, parentId } = before;
      if (parentId !== null) {
        client.setQueryData(commentQueries.answers(parentId).queryKey, (data: Pages<Answer> | undefined) =>
          onPages(data, (answers) =>
            answers.flatMap((answer) => (answer.id === id ? (after ? [{ ...answer, ...after }] : []) : [answer])),
          ),
        );
      }
      onThreads((thread) => withChanged(thread, id, after), countMoved(before, after));
    },

    /** Shows a new comment, or one that was sent again after a lost answer. */
    add(comment: Answer): void {
      const threads = client.getQueryData(listKey)?.pages.flatMap(({ items }) => items);
      if (threads && holds(threads, comment.id)) return;
      const by = countMoved(null, comment);
      const { parentId } = comment;
      if (parentId === null) {
        client.setQueryData(listKey, (data: Pages<Comment> | undefined) =>
          onPages(data, (threads, index) => (index === 0 ? [asThread(comment), ...threads] : threads), by),
        );
        if (by !== 0) onCountChange(by);
        return;
      }
      client.setQueryData(
        commentQueries.answers(parentId).queryKey,
        (data: Pages<Answer> | undefined) =>
          data &&
          onPages(data, (answers, index) => (index === data.pages.length - 1 ? [...answers, comment] : answers)),
      );
      onThreads((thread) => (thread.id === parentId ? withAnswer(thread, comment) : thread), by);
    },
  };
}
