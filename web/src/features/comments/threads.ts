import type { Answer, Comment } from '@inkwell/shared/comments';

/** A comment that its author can still bring back. */
export interface Removed {
  readonly comment: Answer;
  /** In milliseconds of this browser's clock. */
  readonly untilMs: number;
}

/** The place of a comment on its page, which links lead to. */
export const anchorOf = (id: string): string => `comment-${id}`;

/** The start of a new thread from what a call answers about a comment; answers come without any. */
export const asThread = (comment: Answer): Comment => ({ answersCount: 0, answers: [], ...comment });

const weight = (comment: Pick<Answer, 'state'> | null): number => (comment?.state === 'visible' ? 1 : 0);

/** By how many comments readers see more, once `before` has become `after`. */
export const countMoved = (before: Answer | null, after: Answer | null): number => weight(after) - weight(before);

/** Answers in the order in which they were written, each once. A later one of the same id takes the place of an earlier one. */
export function inOrder(answers: readonly Answer[]): Answer[] {
  const each = [...new Map(answers.map((answer) => [answer.id, answer])).values()];
  return each.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
}

/** The thread with an answer that has come, or come back. */
export const withAnswer = (thread: Comment, answer: Answer): Comment => ({
  ...thread,
  answersCount: thread.answersCount + weight(answer),
  answers: inOrder([...thread.answers, answer]),
});

/** The thread after one of its comments has changed; `null` takes it away. A start that has answers leaves its place. */
export function withChanged(thread: Comment, id: string, after: Answer | null): Comment | null {
  if (thread.id === id) {
    if (after) return { ...thread, ...after, answersCount: thread.answersCount, answers: thread.answers };
    return thread.answersCount > 0 ? withoutWords(thread) : null;
  }
  const before = thread.answers.find((answer) => answer.id === id);
  if (!before) return thread;
  const answers = thread.answers.flatMap((answer) =>
    answer.id !== id ? [answer] : after ? [{ ...answer, ...after }] : [],
  );
  return { ...thread, answersCount: thread.answersCount + countMoved(before, after), answers };
}

/** What readers see of a comment that was deleted and has answers. */
const withoutWords = (comment: Comment): Comment => ({
  ...comment,
  content: '',
  authorId: '',
  author: { id: '', firstName: null, displayName: null, email: null, profileImageUrl: null },
  state: 'deleted',
  reason: null,
  editedAt: null,
});

/**
 * Threads with one that was asked for by itself: the answer that a link leads to joins its thread, and a thread that is not among them
 * comes first.
 */
export function withLinked(threads: readonly Comment[], linked: Comment | undefined): Comment[] {
  if (!linked) return [...threads];
  if (!threads.some(({ id }) => id === linked.id)) return [linked, ...threads];
  return threads.map((thread) =>
    thread.id === linked.id ? { ...thread, answers: inOrder([...linked.answers, ...thread.answers]) } : thread,
  );
}

/** Whether a comment stands in one of these threads. */
export const holds = (threads: readonly Comment[], id: string): boolean =>
  threads.some((thread) => thread.id === id || thread.answers.some((answer) => answer.id === id));
