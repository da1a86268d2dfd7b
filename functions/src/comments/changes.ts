import { COMMENT_LIMITS } from '@inkwell/shared/comments';
import { type HeldCommentRule, MODERATION_LIMITS } from '@inkwell/shared/moderation';
import {
  isListed,
  type RemovedComment,
  type StoredComment,
  type StoredReport,
  withoutContent,
} from './comments.converter.ts';

/** One change of one comment. `parentId` is the start of its thread, where it does not begin one. */
export type Change =
  | { readonly kind: 'create'; readonly comment: StoredComment }
  | ({ readonly kind: 'remove' | 'restore' } & OfAuthor)
  | ({ readonly kind: 'edit'; readonly content: string; readonly heldBy: HeldCommentRule | null } & OfAuthor)
  | ({ readonly kind: 'moderate' } & Moderation)
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
  /** Who decided about this very comment, for the audit log; null where that notes one act about many. */
  readonly actorId: string | null;
  readonly at: Date;
  /** Leaves alone what is not in this state. */
  readonly only?: StoredComment['state'];
}

/** What a change came to: the comment, and by how much the visible comments of its post became more. */
export interface Outcome {
  readonly before: StoredComment | null;
  readonly comment: StoredComment;
  readonly moved: number;
}

/** The documents that changes read and write, as they stand in between. */
export interface Tables {
  readonly comments: Map<string, StoredComment | null>;
  readonly removed: Map<string, RemovedComment | null>;
  readonly reports: Map<string, StoredReport | null>;
}

export const idOf = (change: Change): string => (change.kind === 'create' ? change.comment.id : change.id);

export const parentOf = (change: Change): string | null =>
  change.kind === 'create' ? change.comment.parentId : change.parentId;

const weight = (comment: StoredComment | null | undefined): number => (comment?.state === 'visible' ? 1 : 0);

/**
 * Plays one change through on `tables`, with the count of the thread that depends on it. Null where it may not happen: then nothing
 * changes. A repeat changes nothing and answers what is there.
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
      if (comment.parentId === null) return put(comment);
      const starter = tables.comments.get(comment.parentId);
      const isThere = starter && starter.parentId === null && starter.postId === comment.postId && isListed(starter);
      return isThere ? put(comment) : null;
    }
    case 'remove': {
      if (!isBy(before, change.authorId)) return null;
      tables.removed.set(id, { comment: before, removedAt: change.at });
      return put(before.parentId === null && before.hasHadAnswers ? withoutContent(before) : null);
    }
    case 'restore': {
      if (isBy(before, change.authorId)) return same(before);
      const removed = tables.removed.get(id);
      if (!removed || !isBy(removed.comment, change.authorId)) return null;
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
      if (change.only !== undefined && before.state !== change.only) return same(before);
      const reason = change.state === 'hidden' ? change.reason : null;
      const isDecided = before.state === change.state && before.reason === reason && before.reportsCount === 0;
      return isDecided ? same(before) : put({ ...before, state: change.state, reason, heldBy: null, reportsCount: 0 });
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
