import type { CommentAccess } from '@inkwell/shared/comments';
import { MODERATION_LIMITS, type ModeratedComment, type ModerationFilter } from '@inkwell/shared/moderation';
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
import type { NewJob } from '../jobs/job.ts';
import type { JobTable } from '../jobs/jobs.repository.ts';
import { isStored, isThere, postMask } from '../posts/posts.converter.ts';

export interface ModerationChoice {
  readonly state?: ModerationFilter | undefined;
  readonly userId?: string | undefined;
  readonly postId?: string | undefined;
  readonly sort?: 'newest' | 'reports' | undefined;
}

export interface ModerationRepository {
  /**
   * A page, newest or most reported first, and the total. In positions of a list by reports, the number of reports replaces the time. Reads
   * the page and 1 aggregation.
   */
  list(choice: ModerationChoice, page: PageRequest): Promise<{ items: StoredComment[]; total: number }>;
  /** Reads 2 aggregations. */
  queue(): Promise<{ reported: number; held: number }>;
  /** Replies in any state, oldest first. Reads at most 100 documents. */
  answersOf(starterId: string): Promise<StoredComment[]>;
  /** Newest first. Reads at most 50 documents. */
  reportsOn(commentId: string): Promise<StoredReport[]>;
  /** The posts of comments, including posts in the trash. Reads 1 document for each distinct id. */
  postsOf(postIds: readonly string[]): Promise<ReadonlyMap<string, NonNullable<ModeratedComment['post']>>>;
  /** A person's next comments, by id, so that concurrent changes of state do not skip any. Reads at most `limit` documents. */
  ofPerson(authorId: string, options: { after: string | null; limit: number }): Promise<StoredComment[]>;
  /** Stores the job about all comments of a person, with an audit entry, in one transaction. Reads 1, writes 2. */
  requestPerson(
    job: NewJob & { readonly id: string },
    entry: { actorId: string; userId: string; isHidden: boolean; reason: string | null },
    at: Date,
  ): Promise<void>;
  /**
   * Sets who may comment on a post, with an audit entry; an equal setting writes nothing. False if there is no such post. Reads 1 document,
   * writes 2.
   */
  setAccess(actorId: string, postId: string, access: CommentAccess | null, at: Date): Promise<boolean>;
}

const titleMask = postMask('title', 'trashedAt', 'deletedAt');
const accessMask = postMask('title', 'commentsAccess', 'trashedAt', 'deletedAt');

const STATES = ['visible', 'held', 'hidden'];

export function createModerationRepository(db: Firestore, jobs: Pick<JobTable, 'follow'>): ModerationRepository {
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

    async postsOf(postIds) {
      const refs = [...new Set(postIds)].map((id) => posts.doc(id));
      if (refs.length === 0) return new Map();
      const found = await db.getAll(...refs, { fieldMask: titleMask.fields });
      return new Map(
        found
          .map(titleMask.decode)
          .filter(isStored)
          .map(({ id, title, trashedAt }) => [id, { id, title, isInTrash: trashedAt !== null }]),
      );
    },

    ofPerson(authorId, { after, limit }) {
      const byId = comments.where('authorId', '==', authorId).orderBy(FieldPath.documentId()).limit(limit);
      return read(after === null ? byId : byId.startAfter(after));
    },

    requestPerson: (job, { actorId, userId, isHidden, reason }, at) =>
      runTransaction(db, async (transaction) => {
        await jobs.follow(transaction, job, at);
        const action = isHidden ? 'comments.hide-all' : 'comments.show-all';
        const entry = { actorId, action, target: `users/${userId}`, before: null, after: { reason } } as const;
        appendAudit(db, transaction, entry, at);
      }),

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
