import { COMMENT_LIMITS } from '@inkwell/shared/comments';
import { FieldPath, type Firestore, type Query, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import type { PageRequest } from '../common/paging.ts';
import { createGroupCommit } from '../firestore/group-commit.ts';
import { isMissing, runTransaction } from '../firestore/transaction.ts';
import { countersUpdate } from '../posts/post-counters.converter.ts';
import type { PostIndex } from '../posts/post-index.repository.ts';
import type { StoredCard } from '../posts/posts.converter.ts';
import { type Change, idOf, type Outcome, parentOf, play, type Tables } from './changes.ts';
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

/** The start of a thread with its first answers. */
export interface Thread {
  readonly starter: StoredComment;
  readonly answers: readonly StoredComment[];
}

export interface CommentRepository {
  /** A page of a post's threads, newest first. Reads at most 4 documents a thread. */
  threads(postId: string, page: PageRequest): Promise<Thread[]>;
  /** A page of a thread's visible answers, oldest first. Reads the page. */
  answers(starterId: string, page: PageRequest): Promise<StoredComment[]>;
  /** What a person wrote on a post and only they see, oldest first. Reads as much, 1 when there is nothing. */
  withheldOf(authorId: string, postId: string): Promise<StoredComment[]>;
  /** Whether any comment of a person is held or hidden. Reads 1 document. */
  hasWithheld(authorId: string): Promise<boolean>;
  /** How many comments of a person are visible, up to `limit`. Reads as many, 1 when there are none. */
  visibleOf(authorId: string, limit: number): Promise<number>;
  /** Reads 1 document. */
  find(id: string): Promise<StoredComment | null>;
  /** The comments that are there, in the order of `ids`. Reads 1 document for each. */
  findMany(ids: readonly string[]): Promise<StoredComment[]>;
  /** A comment that was deleted a moment ago. Reads 1 document. */
  findRemoved(id: string): Promise<RemovedComment | null>;
  /** Reads 1 document. */
  findReport(id: string): Promise<StoredReport | null>;
  /**
   * Makes the change with everything that hangs on it (the counters of post and thread, the audit log, reports) in one transaction; changes
   * of one post that come meanwhile share the next. Safe to repeat. Reads 1 document and 1 for the thread of an answer, writes 1, 1 for
   * that thread, and 1 each for the counters of the post, what can be brought back, a report and the audit log, where they change.
   * @returns null where the comment is gone, or its author, its state or the time do not allow the change
   */
  change(post: StoredCard, change: Change): Promise<Outcome | null>;
}

export function createCommentRepository(
  db: Firestore,
  searchIndex: Pick<PostIndex, 'followPopularity'>,
): CommentRepository {
  const comments = db.collection('comments');
  const removed = db.collection('removedComments');
  const reports = db.collection('reports');

  async function readTables(transaction: Transaction, changes: readonly Change[]): Promise<Tables> {
    const ids = new Set(changes.flatMap((change) => [idOf(change), parentOf(change) ?? []].flat()));
    const removedIds = new Set(changes.flatMap((change) => (change.kind === 'restore' ? [change.id] : [])));
    const reportIds = new Set(changes.flatMap((change) => (change.kind === 'report' ? [change.report.id] : [])));
    const snapshots = await transaction.getAll(
      ...[...ids].map((id) => comments.doc(id)),
      ...[...removedIds].map((id) => removed.doc(id)),
      ...[...reportIds].map((id) => reports.doc(id)),
    );
    const among = (path: string) => snapshots.filter(({ ref }) => ref.parent.path === path);
    return {
      comments: new Map(among(comments.path).map((snapshot) => [snapshot.id, decodeComment(snapshot)])),
      removed: new Map(among(removed.path).map((snapshot) => [snapshot.id, decodeRemoved(snapshot)])),
      reports: new Map(among(reports.path).map((snapshot) => [snapshot.id, decodeReport(snapshot)])),
    };
  }

  const noteDecision = (transaction: Transaction, change: Change, outcome: Outcome) => {
    const { before, comment } = outcome;
    if (change.kind !== 'moderate' || change.actorId === null || before === null || before === comment) return;
    const of = ({ state, reason, reportsCount }: StoredComment) => ({ state, reason, reportsCount });
    const action = change.state === 'hidden' ? 'comment.hide' : 'comment.show';
    const entry = { actorId: change.actorId, action, target: `comments/${comment.id}` } as const;
    appendAudit(db, transaction, { ...entry, before: of(before), after: of(comment) }, change.at);
  };

  /** Plays the changes of one post through in their order and writes what comes out. */
  const commit = async (postId: string, changes: readonly Change[]): Promise<(Outcome | null)[]> => {
    try {
      return await runTransaction(db, async (transaction) => {
        const tables = await readTables(transaction, changes);
        const before = {
          comments: new Map(tables.comments),
          removed: new Map(tables.removed),
          reports: new Map(tables.reports),
        };
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
          if (change && outcome) noteDecision(transaction, change, outcome);
        }
        const moved = outcomes.reduce((sum, outcome) => sum + (outcome?.moved ?? 0), 0);
        // What is new on a post has to meet one that is there: the update fails where it is gone, even when nothing moves.
        const isNew = outcomes.some(
          (outcome, index) => outcome && !outcome.before && changes[index]?.kind !== 'report',
        );
        if (moved !== 0 || isNew) {
          transaction.update(db.collection('posts').doc(postId), countersUpdate({ commentsCount: moved }));
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

  const answersOf = (starterId: string, page: PageRequest) => {
    const visible = comments.where('parentId', '==', starterId).where('state', '==', 'visible');
    const ordered = visible.orderBy('createdAt').orderBy(FieldPath.documentId());
    return read(after(ordered, page).limit(page.limit));
  };

  const FIRST_ANSWERS: PageRequest = { limit: COMMENT_LIMITS.firstAnswers, after: null };

  return {
    async threads(postId, page) {
      const listed = comments.where('postId', '==', postId);
      const ordered = listed.orderBy('createdAt', 'desc').orderBy(FieldPath.documentId(), 'desc');
      const starters = await read(after(ordered, page).limit(page.limit));
      return Promise.all(
        starters.map(async (starter) => ({
          starter,
          answers: starter.answersCount > 0 ? await answersOf(starter.id, FIRST_ANSWERS) : [],
        })),
      );
    },

    answers: answersOf,

    async withheldOf(authorId, postId) {
      const own = comments.where('authorId', '==', authorId).where('onPostId', '==', postId);
      const withheld = await read(own.where('state', 'in', ['held', 'hidden']));
      return withheld.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    },

    async hasWithheld(authorId) {
      const withheld = comments.where('authorId', '==', authorId).where('state', 'in', ['held', 'hidden']);
      return !(await withheld.limit(1).select().get()).empty;
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

/** What became different between two states of a table. */
const changedIn = <T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): [string, T][] =>
  [...after].filter(([id, value]) => (before.get(id) ?? null) !== value);
