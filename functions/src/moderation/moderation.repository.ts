import type { CommentAccess } from '@inkwell/shared/comments';
import { MODERATION_LIMITS, type ModerationFilter } from '@inkwell/shared/moderation';
import { FieldPath, type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import {
  decodeComment,
  decodeReport,
  LISTED_FIELDS,
  type StoredComment,
  type StoredReport,
} from '../comments/comments.converter.ts';
import type { PageRequest } from '../common/paging.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { isThere, postMask } from '../posts/posts.converter.ts';

export interface ModerationChoice {
  readonly state?: ModerationFilter | undefined;
  readonly userId?: string | undefined;
  readonly postId?: string | undefined;
  readonly sort?: 'newest' | 'reports' | undefined;
}

/** What staff read of comments over all posts. */
export interface ModerationRepository {
  /**
   * A page, newest or most reported first, and how many there are. In the position of a page by reports, the number of reports takes the
   * place of the time. Reads the page and 1 aggregation.
   */
  list(choice: ModerationChoice, page: PageRequest): Promise<{ items: StoredComment[]; total: number }>;
  /** Reads 2 aggregations. */
  queue(): Promise<{ reported: number; held: number }>;
  /** Answers of whatever state, oldest first. Reads at most 100 documents. */
  answersOf(starterId: string): Promise<StoredComment[]>;
  /** Newest first. Reads at most 50 documents. */
  reportsOn(commentId: string): Promise<StoredReport[]>;
  /** Titles of posts that were not deleted. Reads 1 document per distinct id. */
  titles(postIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * The next comments of a person, by id: so that comments whose state changes meanwhile are not missed. Reads at most `limit`
   * documents.
   */
  ofPerson(authorId: string, options: { after: string | null; limit: number }): Promise<StoredComment[]>;
  /** Notes one act about all comments of a person. Writes 1. */
  notePerson(
    entry: { actorId: string; userId: string; isHidden: boolean; reason: string | null },
    at: Date,
  ): Promise<void>;
  /** Who may comment on a post, with an audit entry; what stands already changes nothing. False when there is no such post. Reads 1, writes 2. */
  setAccess(actorId: string, postId: string, access: CommentAccess | null, at: Date): Promise<boolean>;
}

const titleMask = postMask('title', 'deletedAt');
const accessMask = postMask('title', 'commentsAccess', 'deletedAt');

const STATES = ['visible', 'held', 'hidden'];

export function createModerationRepository(db: Firestore): ModerationRepository {
  const comments = db.collection('comments');
  const posts = db.collection('posts');

  const read = async (query: Query): Promise<StoredComment[]> => {
    const { docs } = await query.select(...LISTED_FIELDS).get();
    return docs.map(decodeComment).filter((comment) => comment !== null);
  };
  const countOf = async (query: Query) => (await query.count().get()).data().count;
  const reported = comments.where('isReported', '==', true);

  const chosen = ({ state, userId, postId }: ModerationChoice): Query => {
    let query: Query = state === 'reported' ? reported : comments.where('state', 'in', state ? [state] : STATES);
    if (userId !== undefined) query = query.where('authorId', '==', userId);
    if (postId !== undefined) query = query.where('onPostId', '==', postId);
    return query;
  };

  return {
    async list(choice, { limit, after }) {
      const query = chosen(choice);
      const isByReports = choice.sort === 'reports';
      const ordered = query
        .orderBy(isByReports ? 'reportsCount' : 'createdAt', 'desc')
        .orderBy(FieldPath.documentId(), 'desc');
      const rest = after
        ? ordered.startAfter(isByReports ? after.createdAtMs : Timestamp.fromMillis(after.createdAtMs), after.id)
        : ordered;
      const [items, total] = await Promise.all([read(rest.limit(limit)), countOf(query)]);
      return { items, total };
    },

    async queue() {
      const [reportedCount, held] = await Promise.all([
        countOf(reported),
        countOf(comments.where('state', '==', 'held')),
      ]);
      return { reported: reportedCount, held };
    },

    answersOf: (starterId) =>
      read(comments.where('parentId', '==', starterId).orderBy('createdAt').limit(MODERATION_LIMITS.thread)),

    async reportsOn(commentId) {
      const newest = db.collection('reports').where('commentId', '==', commentId).orderBy('createdAt', 'desc');
      const { docs } = await newest.limit(MODERATION_LIMITS.reports).get();
      return docs.map(decodeReport).filter((report) => report !== null);
    },

    async titles(postIds) {
      const refs = [...new Set(postIds)].map((id) => posts.doc(id));
      if (refs.length === 0) return new Map();
      const found = await db.getAll(...refs, { fieldMask: titleMask.fields });
      return new Map(
        found
          .map(titleMask.decode)
          .filter(isThere)
          .map(({ id, title }) => [id, title]),
      );
    },

    ofPerson(authorId, { after, limit }) {
      const byId = comments.where('authorId', '==', authorId).orderBy(FieldPath.documentId()).limit(limit);
      return read(after === null ? byId : byId.startAfter(after));
    },

    async notePerson({ actorId, userId, isHidden, reason }, at) {
      const batch = db.batch();
      const action = isHidden ? 'comments.hide-all' : 'comments.show-all';
      const entry = { actorId, action, target: `users/${userId}`, before: null, after: { reason } } as const;
      appendAudit(db, batch, entry, at);
      await batch.commit();
    },

    setAccess: (actorId, postId, access, at) =>
      runTransaction(db, async (transaction) => {
        const ref = posts.doc(postId);
        const post = accessMask.decode(await transaction.get(ref));
        if (!isThere(post)) return false;
        if (post.commentsAccess === access) return true;
        transaction.update(ref, { commentsAccess: access });
        const entry = { actorId, action: 'post.comments', target: ref.path, name: post.title } as const;
        const states = { before: { access: post.commentsAccess }, after: { access } };
        appendAudit(db, transaction, { ...entry, ...states }, at);
        return true;
      }),
  };
}
