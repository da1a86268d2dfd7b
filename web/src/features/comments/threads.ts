import type { Answer, Comment } from '@inkwell/shared/comments';

/** A deleted comment that its author can still restore. */
export interface Removed {
  readonly comment: Answer;
  /** In milliseconds of this browser's clock. */
  readonly untilMs: number;
}

/** The id of a comment's element, which links use as their fragment. */
export const anchorOf = (id: string): string => `comment-${id}`;

/** The start of a new thread, made from a reply without replies of its own. */
export const asThread = (comment: Answer): Comment => ({ answersCount: 0, answers: [], ...comment });

const weight = (comment: Pick<Answer, 'state'> | null): number => (comment?.state === 'visible' ? 1 : 0);

/** The change in the number of visible comments, from `before` to `after`. */
export const countMoved = (before: Answer | null, after: Answer | null): number => weight(after) - weight(before);

/** Replies in order of creation, each once; a later one replaces an earlier one with the same id. */
export function inOrder(answers: readonly Answer[]): Answer[] {
  const each = [...new Map(answers.map((answer) => [answer.id, answer])).values()];
  return each.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
}

/** The thread with a new or restored reply. */
export const withAnswer = (thread: Comment, answer: Answer): Comment => ({
  ...thread,
  answersCount: thread.answersCount + weight(answer),
  answers: inOrder([...thread.answers, answer]),
});

/** The thread with a changed comment; `null` removes it. A deleted start with replies leaves a placeholder. */
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

/** A deleted comment with replies, as readers see it. */
const withoutWords = (comment: Comment): Comment => ({
  ...comment,
  content: '',
  authorId: '',
  author: { id: '', firstName: null, displayName: null, email: null, profileImageUrl: null },
  state: 'deleted',
  reason: null,
  editedAt: null,
});

/** Adds a separately fetched thread to the list: a linked reply joins its thread, and an unlisted thread comes first. */
export function withLinked(threads: readonly Comment[], linked: Comment | undefined): Comment[] {
  if (!linked) return [...threads];
  if (!threads.some(({ id }) => id === linked.id)) return [linked, ...threads];
  return threads.map((thread) =>
    thread.id === linked.id ? { ...thread, answers: inOrder([...linked.answers, ...thread.answers]) } : thread,
  );
}

/** Whether a separately fetched thread shows that there are newer comments than in the list. */
export function isNewer(linked: Comment, listed: readonly Comment[]): boolean {
  const same = listed.find(({ id }) => id === linked.id);
  if (same) return linked.answersCount > same.answersCount;
  const [newest] = listed;
  return !newest || linked.createdAt > newest.createdAt;
}

/** Whether a comment is in one of these threads. */
export const holds = (threads: readonly Comment[], id: string): boolean =>
  threads.some((thread) => thread.id === id || thread.answers.some((answer) => answer.id === id));
