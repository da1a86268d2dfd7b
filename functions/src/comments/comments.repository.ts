import { COMMENT_LIMITS } from '@inkwell/shared/comments';
import { FieldPath, type Firestore, type Query, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import type { PageRequest } from '../common/paging.ts';
import { createGroupCommit } from '../firestore/group-commit.ts';
import { isMissing, runTransaction } from '../firestore/transaction.ts';
import type { PostIndex } from '../posts/consequences.repository.ts';
import { countersUpdate } from '../posts/counters/post-counters.converter.ts';
import type { StoredCard } from '../posts/posts.converter.ts';
import { eventQueueOf } from '../webhooks/event-queue.repository.ts';
import { type Change, idOf, type Outcome, parentOf, play, type Tables, writerOf } from './changes.ts';
import { commentEvent } from './comment-events.ts';
import {
  decodeComment,
  decodeRemoved,
  decodeReport,
  encodeComment,
  encodeRemoved,
  encodeReport,
  LISTED_FIELDS,
  type RemovedComment,
  type StoredComment,
  type StoredReport,
} from './comments.converter.ts';

/** The first comment of a thread with its first replies. */
export interface Thread {
  readonly starter: StoredComment;
  readonly answers: readonly StoredComment[];
}

/** The result, and the number of documents read for it. */
export interface Counted<T> {
  readonly items: readonly T[];
  readonly documents: number;
}

export interface CommentRepository {
  /**
   * A page of a post's threads, newest first, including held and hidden ones of `ownerId`. Reads at most 4 documents per thread; with
   * `ownerId` at most 1 more per thread, and at most 20 of the owner's held and hidden replies per 15 threads.
   */
  threads(postId: string, ownerId: string | null, page: PageRequest): Promise<Counted<Thread>>;
  /**
   * A page of a thread's visible replies, oldest first, including held and hidden ones of `ownerId`. Reads the page; with `ownerId` at most
   * twice as many.
   */
  answers(starterId: string, ownerId: string | null, page: PageRequest): Promise<Counted<StoredComment>>;
  /** Whether any comment of a person is held or hidden. Reads 1 document. */
  hasWithheld(authorId: string): Promise<boolean>;
  /** The number of a person's visible comments, up to `limit`. Reads each, or 1 if there are none. */
  visibleOf(authorId: string, limit: number): Promise<number>;
  /** Reads 1 document. */
  find(id: string): Promise<StoredComment | null>;
  /** The existing comments, in the order of `ids`. Reads 1 document for each. */
  findMany(ids: readonly string[]): Promise<StoredComment[]>;
  /** A comment deleted recently. Reads 1 document. */
  findRemoved(id: string): Promise<RemovedComment | null>;
  /** Reads 1 document. */
  findReport(id: string): Promise<StoredReport | null>;
  /**
   * Makes a change with everything that depends on it (the counters of post and thread, the audit log, reports) in one transaction; changes
   * of the same post that arrive meanwhile share the next one. Safe to repeat. Reads 1 document, 1 for the thread of a reply, and 1 for the
   * account that writes or restores a comment; writes 1,
   * 1 for that thread, and 1 each for the post's counters, the restorable copy, a report and the audit log, if they change.
   * @returns null if the comment is gone, its author is blocked, or author, state or age do not allow the change
   */
  change(post: StoredCard, change: Change): Promise<Outcome | null>;
}

/** Threads per query, because a query takes 30 alternatives, two for each thread (held and hidden). */
const THREADS_AT_ONCE = 15;
/** Held and hidden replies of the caller per query; the rest are on the pages of a thread. */
const WITHHELD_ANSWERS = 20;

export function createCommentRepository(
  db: Firestore,
  searchIndex: Pick<PostIndex, 'followPopularity'>,
): CommentRepository {
  const comments = db.collection('comments');
  const removed = db.collection('removedComments');
  const reports = db.collection('reports');
  const users = db.collection('users');

  async function readTables(transaction: Transaction, changes: readonly Change[]): Promise<Tables> {
    const ids = new Set(changes.flatMap((change) => [idOf(change), parentOf(change) ?? []].flat()));
    const removedIds = new Set(changes.flatMap((change) => (change.kind === 'restore' ? [change.id] : [])));
    const reportIds = new Set(changes.flatMap((change) => (change.kind === 'report' ? [change.report.id] : [])));
    const writerIds = new Set(changes.flatMap((change) => writerOf(change) ?? []));
    const [snapshots, writers] = await Promise.all([
      transaction.getAll(
        ...[...ids].map((id) => comments.doc(id)),
        ...[...removedIds].map((id) => removed.doc(id)),
        ...[...reportIds].map((id) => reports.doc(id)),
      ),
      // A block that hides all comments, and the deletion of an account, must not miss comments that are being sent.
      writerIds.size > 0
        ? transaction.getAll(...[...writerIds].map((id) => users.doc(id)), { fieldMask: ['isBlocked'] })
        : [],
    ]);
    const among = (path: string) => snapshots.filter(({ ref }) => ref.parent.path === path);
    return {
      comments: new Map(among(comments.path).map((snapshot) => [snapshot.id, decodeComment(snapshot)])),
      removed: new Map(among(removed.path).map((snapshot) => [snapshot.id, decodeRemoved(snapshot)])),
      reports: new Map(among(reports.path).map((snapshot) => [snapshot.id, decodeReport(snapshot)])),
      blocked: new Set(
        writers.filter((writer) => !writer.exists || writer.get('isBlocked') === true).map(({ id }) => id),
      ),
    };
  }

  const noteDecision = (transaction: Transaction, change: Change, outcome: Outcome) => {
    const { before, comment } = outcome;
    if (change.kind !== 'moderate' || before === null || before === comment) return;
    const of = ({ state, reason, reportsCount }: StoredComment) => ({ state, reason, reportsCount });
    const action = change.state === 'hidden' ? 'comment.hide' : 'comment.show';
    const entry = { actorId: change.actorId, action, target: `comments/${comment.id}` } as const;
    appendAudit(db, transaction, { ...entry, before: of(before), after: of(comment) }, change.at);
  };

  /** Applies the changes of one post in order, and writes the result. */
  const commit = async (postId: string, changes: readonly Change[]): Promise<(Outcome | null)[]> => {
    try {
      return await runTransaction(db, async (transaction) => {
        const tables = await readTables(transaction, changes);
        const post = db.collection('posts').doc(postId);
        // Imported comments are in no particular order.
        const known = changes.some(({ kind }) => kind === 'bring')
          ? (await transaction.get(post)).get('lastCommentAt')
          : null;
        const before = {
          comments: new Map(tables.comments),
          removed: new Map(tables.removed),
          reports: new Map(tables.reports),
        };
        const queueEvent = await eventQueueOf(db);
        const outcomes = changes.map((change) => play(change, tables));

        for (const [id, comment] of changedIn(before.comments, tables.comments)) {
          if (comment) transaction.set(comments.doc(id), encodeComment(comment));
          else transaction.delete(comments.doc(id));
        }
        for (const [id, entry] of changedIn(before.removed, tables.removed)) {
          if (entry) transaction.set(removed.doc(id), encodeRemoved(entry));
          else transaction.delete(removed.doc(id));
        }
        for (const [id, report] of changedIn(before.reports, tables.reports)) {
          if (report) transaction.create(reports.doc(id), encodeReport(report));
        }
        for (const [index, outcome] of outcomes.entries()) {
          const change = changes[index];
          if (!change || !outcome) continue;
          noteDecision(transaction, change, outcome);
          const event = commentEvent(change, outcome);
          if (event) queueEvent(transaction, event);
        }
        const moved = outcomes.reduce((sum, outcome) => sum + (outcome?.moved ?? 0), 0);
        // A new comment needs an existing post. This update fails if the post is gone, even if no counter changes.
        const isNew = outcomes.some(
          (outcome, index) => outcome && !outcome.before && changes[index]?.kind !== 'report',
        );
        if (moved !== 0 || isNew) {
          const appearedAt = lastAppearance(changes, outcomes);
          const isLast = !(known instanceof Timestamp) || (appearedAt !== null && appearedAt >= known.toDate());
          transaction.update(post, {
            ...countersUpdate({ commentsCount: moved }),
            ...(appearedAt && isLast && { lastCommentAt: appearedAt }),
          });
        }
        return outcomes;
      });
    } catch (error) {
      if (isMissing(error)) return changes.map(() => null);
      throw error;
    }
  };
  const enqueue = createGroupCommit(commit);

  const read = async (query: Query): Promise<StoredComment[]> => {
    const { docs } = await query.select(...LISTED_FIELDS).get();
    return docs.map(decodeComment).filter((comment) => comment !== null);
  };

  const after = (ordered: Query, { after: position }: PageRequest): Query =>
    position ? ordered.startAfter(Timestamp.fromMillis(position.createdAtMs), position.id) : ordered;

  const counted = (...lists: readonly (readonly StoredComment[])[]): number =>
    // A query without results is billed as one document.
    lists.reduce((sum, list) => sum + Math.max(1, list.length), 0);

  /** A page of `listed`, merged in order with what only the account sees of `all`. */
  const pageOf = async (
    { listed, all, ownerId }: { listed: Query; all: Query; ownerId: string | null },
    direction: 'asc' | 'desc',
    page: PageRequest,
  ): Promise<Counted<StoredComment>> => {
    const readPage = (query: Query) => {
      const ordered = query.orderBy('createdAt', direction).orderBy(FieldPath.documentId(), direction);
      return read(after(ordered, page).limit(page.limit));
    };
    if (ownerId === null) {
      const items = await readPage(listed);
      return { items, documents: counted(items) };
    }
    const [seen, own] = await Promise.all([readPage(listed), readPage(withheld(all, ownerId))]);
    const each = [...new Map([...seen, ...own].map((comment) => [comment.id, comment])).values()];
    const rising = each.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
    const inOrder = direction === 'asc' ? rising : rising.reverse();
    return { items: inOrder.slice(0, page.limit), documents: counted(seen, own) };
  };

  const withheld = (query: Query, ownerId: string): Query =>
    query.where('authorId', '==', ownerId).where('state', 'in', ['held', 'hidden']);

  const answersOf: CommentRepository['answers'] = (starterId, ownerId, page) => {
    const all = comments.where('parentId', '==', starterId);
    return pageOf({ listed: all.where('state', '==', 'visible'), all, ownerId }, 'asc', page);
  };

  const FIRST_ANSWERS: PageRequest = { limit: COMMENT_LIMITS.firstAnswers, after: null };

  /** The replies in these threads that only the account sees. */
  const withheldAnswers = async (
    starters: readonly StoredComment[],
    ownerId: string | null,
  ): Promise<Counted<StoredComment>> => {
    const ids = ownerId === null ? [] : starters.filter(({ hasHadAnswers }) => hasHadAnswers).map(({ id }) => id);
    const chunks = Array.from({ length: Math.ceil(ids.length / THREADS_AT_ONCE) }, (_, index) =>
      ids.slice(index * THREADS_AT_ONCE, (index + 1) * THREADS_AT_ONCE),
    );
    const found = await Promise.all(
      chunks.map((chunk) =>
        read(
          withheld(comments.where('parentId', 'in', chunk), ownerId ?? '')
            .orderBy('createdAt')
            .limit(WITHHELD_ANSWERS),
        ),
      ),
    );
    return { items: found.flat(), documents: counted(...found) };
  };

  return {
    async threads(postId, ownerId, page) {
      const listed = comments.where('postId', '==', postId);
      const all = comments.where('onPostId', '==', postId).where('parentId', '==', null);
      const { items: starters, documents } = await pageOf({ listed, all, ownerId }, 'desc', page);
      const [own, answers] = await Promise.all([
        withheldAnswers(starters, ownerId),
        Promise.all(
          starters.map(({ id, answersCount }) =>
            answersCount > 0 ? answersOf(id, null, FIRST_ANSWERS) : { items: [], documents: 0 },
          ),
        ),
      ]);
      return {
        items: starters.map((starter, index) => ({
          starter,
          answers: [...(answers[index]?.items ?? []), ...own.items.filter(({ parentId }) => parentId === starter.id)],
        })),
        documents: answers.reduce((sum, list) => sum + list.documents, documents + own.documents),
      };
    },

    answers: answersOf,

    async hasWithheld(authorId) {
      return !(await withheld(comments, authorId).limit(1).select().get()).empty;
    },

    async visibleOf(authorId, limit) {
      const visible = comments.where('authorId', '==', authorId).where('state', '==', 'visible');
      return (await visible.limit(limit).select().get()).size;
    },

    find: async (id) => decodeComment(await comments.doc(id).get()),

    async findMany(ids) {
      if (ids.length === 0) return [];
      const snapshots = await db.getAll(...[...new Set(ids)].map((id) => comments.doc(id)), {
        fieldMask: LISTED_FIELDS,
      });
      return snapshots.map(decodeComment).filter((comment) => comment !== null);
    },

    findRemoved: async (id) => decodeRemoved(await removed.doc(id).get()),
    findReport: async (id) => decodeReport(await reports.doc(id).get()),

    async change(post, change) {
      const outcome = await enqueue(post.id, change);
      if (outcome && outcome.moved !== 0) await searchIndex.followPopularity(post, { commentsCount: outcome.moved });
      return outcome;
    },
  };
}

/** The differences between two states of a table. */
const changedIn = <T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): [string, T][] =>
  [...after].filter(([id, value]) => (before.get(id) ?? null) !== value);

/** When the last of these changes made a comment visible; null if none did. Comments that are shown with all of a person's are not new. */
function lastAppearance(changes: readonly Change[], outcomes: readonly (Outcome | null)[]): Date | null {
  const times = changes.flatMap((change, index) => {
    if ((outcomes[index]?.moved ?? 0) <= 0 || change.kind === 'show-with-all') return [];
    return 'at' in change ? [change.at] : 'comment' in change ? [change.comment.createdAt] : [];
  });
  return times.reduce<Date | null>((last, time) => (last && last >= time ? last : time), null);
}
