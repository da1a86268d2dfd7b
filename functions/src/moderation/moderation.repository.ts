import type { CommentAccess } from '@inkwell/shared/comments';
import { MODERATION_LIMITS, type ModeratedComment, type ModerationFilter } from '@inkwell/shared/moderation';
import { FieldPath, type Firestore, type Query } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import {
  decodeComment,
  decodeReport,
  LISTED_FIELDS,
  type StoredComment,
  type StoredReport,
} from '../comments/comments.converter.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import { parseTextSearch } from '../common/text-search.ts';
import { countOf, findableIn, type Order, ordered, readFiltered, readIndexed } from '../firestore/list-pages.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { FixedJob } from '../jobs/job.ts';
import type { JobTable } from '../jobs/jobs.repository.ts';
import { isStored, isThere, postMask } from '../posts/posts.converter.ts';

export interface ModerationChoice {
  /** Comments that contain each of these words, newest first. */
  readonly q?: string | undefined;
  readonly state?: ModerationFilter | undefined;
  readonly userId?: string | undefined;
  readonly postId?: string | undefined;
  readonly sort?: 'newest' | 'reports' | undefined;
}

export interface ModerationRepository {
  /**
   * A page, newest or most reported first, and the total. In positions of a list by reports, the number of reports replaces the time. Reads
   * the page and 1 for each 1,000; with words and a filter, or several words, at most 204.
   */
  list(choice: ModerationChoice, page: PageRequest): Promise<PageOfMany<StoredComment>>;
  /** The findable words of the newest comments. Reads at most `limit`. */
  wordsOfNewest(limit: number): Promise<string[][]>;
  /** Reads 2 aggregations. */
  queue(): Promise<{ reported: number; held: number }>;
  /** Replies in any state, oldest first. Reads at most 100 documents. */
  answersOf(starterId: string): Promise<StoredComment[]>;
  /** Newest first. Reads at most 50 documents. */
  reportsOn(commentId: string): Promise<StoredReport[]>;
  /** The posts of comments, including posts in the trash. Reads 1 document for each distinct id. */
  postsOf(postIds: readonly string[]): Promise<ReadonlyMap<string, NonNullable<ModeratedComment['post']>>>;
  /** A person's next comments, by id, so that concurrent state changes cause no gaps. Reads at most `limit` documents. */
  ofPerson(authorId: string, options: { after: string | null; limit: number }): Promise<StoredComment[]>;
  /** Stores the job about all comments of a person, with an audit entry, in one transaction. Reads 1, writes 2. */
  requestPerson(
    job: FixedJob,
    entry: { actorId: string; userId: string; isHidden: boolean; reason: string | null },
    at: Date,
  ): Promise<void>;
  /**
   * Sets who may comment on a post, with an audit entry; an unchanged setting writes nothing. False if the post does not exist. Reads 1 document,
   * writes 2.
   */
  setAccess(actorId: string, postId: string, access: CommentAccess | null, at: Date): Promise<boolean>;
}

const titleMask = postMask('title', 'trashedAt', 'deletedAt');
const accessMask = postMask('title', 'commentsAccess', 'trashedAt', 'deletedAt');

const STATES = ['visible', 'held', 'hidden'];
const NEWEST: Order = { field: 'createdAt', holds: 'time', direction: 'desc' };
const MOST_REPORTED: Order = { field: 'reportsCount', holds: 'number', direction: 'desc' };

export function createModerationRepository(db: Firestore, jobs: Pick<JobTable, 'follow'>): ModerationRepository {
  const comments = db.collection('comments');
  const posts = db.collection('posts');

  const read = async (query: Query): Promise<StoredComment[]> => {
    const { docs } = await query.select(...LISTED_FIELDS).get();
    return docs.map(decodeComment).filter((comment) => comment !== null);
  };
  const reported = comments.where('isReported', '==', true);

  const chosen = ({ state, userId, postId }: ModerationChoice): Query => {
    let query: Query = state === 'reported' ? reported : comments.where('state', 'in', state ? [state] : STATES);
    if (userId !== undefined) query = query.where('authorId', '==', userId);
    if (postId !== undefined) query = query.where('onPostId', '==', postId);
    return query;
  };

  return {
    async list({ q, ...choice }, page) {
      const order = choice.sort === 'reports' ? MOST_REPORTED : NEWEST;
      const list = { order, page, decode: decodeComment };
      if (!q) return readIndexed({ ...list, query: chosen(choice).select(...LISTED_FIELDS) });

      const search = parseTextSearch(q);
      const [words] = search.groups;
      if (words === undefined) return { items: [], total: 0, next: null, documents: 0 };
      const isReported = choice.state === 'reported';
      const inState = chosen({ state: isReported ? undefined : choice.state });
      const found = inState.where('wordPrefixes', 'array-contains-any', words);
      const isFiltered = isReported || choice.userId !== undefined || choice.postId !== undefined;
      if (search.isDecidedByIndex && !isFiltered) {
        return readIndexed({ ...list, query: found.select(...LISTED_FIELDS) });
      }
      return readFiltered({
        ...list,
        query: found.select(...LISTED_FIELDS, 'wordPrefixes'),
        isMatch: ({ authorId, postId, reportsCount }, document) =>
          (choice.userId === undefined || authorId === choice.userId) &&
          (choice.postId === undefined || postId === choice.postId) &&
          (!isReported || reportsCount > 0) &&
          search.matches('', document.get('wordPrefixes')),
      });
    },

    wordsOfNewest: (limit) => findableIn(ordered(chosen({}), NEWEST).limit(limit)),

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
