import { COMMENT_LIMITS } from '@inkwell/shared/comments';
import { type HeldCommentRule, MODERATION_LIMITS } from '@inkwell/shared/moderation';
import { isGuestId } from '../users/authors.ts';
import {
  type HideCause,
  isListed,
  type RemovedComment,
  type StoredComment,
  type StoredReport,
  withoutContent,
} from './comments.converter.ts';

/** A change of one comment. `parentId` is the first comment of its thread; null if this comment begins one. */
export type Change =
  | { readonly kind: 'create'; readonly comment: StoredComment }
  /** An imported comment, in its original state. */
  | { readonly kind: 'bring'; readonly comment: StoredComment }
  | ({ readonly kind: 'remove' | 'restore' } & OfAuthor)
  | ({ readonly kind: 'edit'; readonly content: string; readonly heldBy: HeldCommentRule | null } & OfAuthor)
  | ({ readonly kind: 'moderate' } & Moderation)
  | ({ readonly kind: 'hide-with-all'; readonly reason: string | null } & WithAll)
  | ({ readonly kind: 'show-with-all' } & WithAll)
  | { readonly kind: 'report'; readonly id: string; readonly parentId: null; readonly report: StoredReport };

interface OfAuthor {
  readonly id: string;
  readonly parentId: string | null;
  readonly authorId: string;
  readonly at: Date;
}

export interface Moderation {
  readonly id: string;
  readonly parentId: string | null;
  readonly state: 'visible' | 'hidden';
  readonly reason: string | null;
  /** Who decided, for the audit log. */
  readonly actorId: string;
  readonly at: Date;
}

/** Whether all comments of a person are hidden or shown together. */
interface WithAll {
  readonly id: string;
  readonly parentId: string | null;
  readonly cause: HideCause;
}

/** The changed comment, and the change of the post's number of visible comments. */
export interface Outcome {
  readonly before: StoredComment | null;
  readonly comment: StoredComment;
  readonly moved: number;
}

/** The documents of a transaction, with the changes so far. */
export interface Tables {
  readonly comments: Map<string, StoredComment | null>;
  readonly removed: Map<string, RemovedComment | null>;
  readonly reports: Map<string, StoredReport | null>;
  /** The blocked and deleted accounts among the authors of written or restored comments. */
  readonly blocked: ReadonlySet<string>;
}

export const idOf = (change: Change): string => ('comment' in change ? change.comment.id : change.id);

/** The author of a comment that the change makes visible; null for other changes. */
export function writerOf(change: Change): string | null {
  if (change.kind === 'create') return change.comment.authorId;
  // Authors of imported comments may have no account.
  if (change.kind === 'bring' && !isGuestId(change.comment.authorId)) return change.comment.authorId || null;
  return change.kind === 'restore' ? change.authorId : null;
}

export const parentOf = (change: Change): string | null =>
  'comment' in change ? change.comment.parentId : change.parentId;

const weight = (comment: StoredComment | null | undefined): number => (comment?.state === 'visible' ? 1 : 0);

/**
 * Applies a change to `tables`, including the counter of its thread. Null, without changes, if it is not allowed. A repeat changes nothing
 * and returns the current comment.
 */
export function play(change: Change, tables: Tables): Outcome | null {
  const id = idOf(change);
  const before = tables.comments.get(id) ?? null;

  const put = (after: StoredComment | null): Outcome => {
    tables.comments.set(id, after);
    const moved = weight(after) - weight(before);
    const comment = (after ?? before) as StoredComment;
    const starter = comment.parentId === null ? null : tables.comments.get(comment.parentId);
    if (starter) {
      const hasHadAnswers = starter.hasHadAnswers || after !== null;
      if (moved !== 0 || hasHadAnswers !== starter.hasHadAnswers) {
        tables.comments.set(starter.id, { ...starter, hasHadAnswers, answersCount: starter.answersCount + moved });
      }
    }
    return { before, comment, moved };
  };
  const same = (comment: StoredComment): Outcome => ({ before: comment, comment, moved: 0 });

  switch (change.kind) {
    case 'create': {
      if (before) return same(before);
      const { comment } = change;
      if (tables.blocked.has(comment.authorId)) return null;
      if (comment.parentId === null) return put(comment);
      const starter = tables.comments.get(comment.parentId);
      const isThere = starter && starter.parentId === null && starter.postId === comment.postId && isListed(starter);
      return isThere ? put(comment) : null;
    }
    case 'bring': {
      if (before) return same(before);
      const { comment } = change;
      if (tables.blocked.has(comment.authorId)) return null;
      const starter = comment.parentId === null ? null : tables.comments.get(comment.parentId);
      const hasPlace = comment.parentId === null || (starter?.parentId === null && starter.postId === comment.postId);
      return hasPlace ? put(comment) : null;
    }
    case 'remove': {
      if (!isBy(before, change.authorId)) return null;
      tables.removed.set(id, { comment: before, removedAt: change.at });
      return put(before.parentId === null && before.hasHadAnswers ? withoutContent(before) : null);
    }
    case 'restore': {
      if (isBy(before, change.authorId)) return same(before);
      const removed = tables.removed.get(id);
      if (!removed || !isBy(removed.comment, change.authorId) || tables.blocked.has(change.authorId)) return null;
      if (change.at.getTime() - removed.removedAt.getTime() > COMMENT_LIMITS.restoreMs) return null;
      tables.removed.set(id, null);
      const { answersCount, hasHadAnswers } = before ?? removed.comment;
      return put({ ...removed.comment, answersCount, hasHadAnswers });
    }
    case 'edit': {
      if (!isBy(before, change.authorId) || before.state === 'hidden') return null;
      if (before.content === change.content) return same(before);
      return put({
        ...before,
        content: change.content,
        state: change.heldBy === null ? 'visible' : 'held',
        heldBy: change.heldBy,
        editedAt: change.at,
        earlier: [{ content: before.content, until: change.at }, ...before.earlier].slice(
          0,
          MODERATION_LIMITS.earlierTexts,
        ),
      });
    }
    case 'moderate': {
      if (!before || before.state === 'deleted') return null;
      const reason = change.state === 'hidden' ? change.reason : null;
      const isDecided = before.state === change.state && before.reason === reason && before.reportsCount === 0;
      if (isDecided && before.hiddenWith === null) return same(before);
      return put({ ...before, state: change.state, reason, heldBy: null, reportsCount: 0, hiddenWith: null });
    }
    case 'hide-with-all': {
      if (!before || before.state === 'deleted') return null;
      const { cause, reason } = change;
      if (before.state === 'hidden') {
        const isOfBlock = before.hiddenWith?.cause === 'block' && cause === 'all';
        return isOfBlock && before.hiddenWith
          ? put({ ...before, reason, hiddenWith: { ...before.hiddenWith, cause } })
          : same(before);
      }
      const { state, heldBy, reportsCount } = before;
      const hiddenWith = { cause, state, heldBy, reportsCount };
      return put({ ...before, state: 'hidden', reason, heldBy: null, reportsCount: 0, hiddenWith });
    }
    case 'show-with-all': {
      if (!before || before.state === 'deleted') return null;
      const { hiddenWith } = before;
      if (!hiddenWith || (change.cause === 'block' && hiddenWith.cause !== 'block')) return same(before);
      const { state, heldBy, reportsCount } = hiddenWith;
      return put({ ...before, state, heldBy, reportsCount, reason: null, hiddenWith: null });
    }
    case 'report': {
      if (before?.state !== 'visible') return null;
      if (tables.reports.get(change.report.id)) return same(before);
      tables.reports.set(change.report.id, change.report);
      return put({ ...before, reportsCount: before.reportsCount + 1 });
    }
  }
}

const isBy = (comment: StoredComment | null, authorId: string): comment is StoredComment =>
  comment !== null && comment.state !== 'deleted' && comment.authorId === authorId;
