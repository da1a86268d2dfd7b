import { FieldPath, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { isThere, type PickedPost, postMask } from './posts.converter.ts';
import { publishedBetween } from './published-order.repository.ts';

const plannedMask = postMask('title', 'authorId', 'createdAt', 'publishedAt', 'publishAt', 'deletedAt');

/** What the calendar shows of a post. */
export type PlannedPost = PickedPost<(typeof plannedMask.fields)[number]>;

/** A scheduled post that is due. */
export interface DuePost {
  readonly id: string;
  readonly publishAt: Date;
}

export interface ScheduledPostRepository {
  /** Posts that are due at `now`, the longest due first, after `after`. Reads as many, at least 1. */
  due(now: Date, after: DuePost | null, limit: number): Promise<DuePost[]>;
  /** Posts that are to be published from one moment up to another, the next ones first. Reads at most `limit`, at least 1. */
  scheduledBetween(from: Date, to: Date, limit: number): Promise<PlannedPost[]>;
  /** Posts that were first published from one moment up to another, the latest first. Reads at most `limit`, at least 1. */
  publishedBetween(from: Date, to: Date, limit: number): Promise<PlannedPost[]>;
}

export function createScheduledPostRepository(db: Firestore): ScheduledPostRepository {
  const posts = db.collection('posts');

  return {
    async due(now, after, limit) {
      const ordered = posts
        .where('publishAt', '<=', Timestamp.fromDate(now))
        .orderBy('publishAt')
        .orderBy(FieldPath.documentId());
      const rest = after ? ordered.startAfter(Timestamp.fromDate(after.publishAt), after.id) : ordered;
      const { docs } = await rest.limit(limit).select('publishAt').get();
      return docs.map((document) => ({ id: document.id, publishAt: document.get('publishAt').toDate() }));
    },

    async scheduledBetween(from, to, limit) {
      const { docs } = await posts
        .where('publishAt', '>=', Timestamp.fromDate(from))
        .where('publishAt', '<', Timestamp.fromDate(to))
        .orderBy('publishAt')
        .limit(limit)
        .select(...plannedMask.fields)
        .get();
      return docs.map(plannedMask.decode).filter(isThere);
    },

    async publishedBetween(from, to, limit) {
      const published = posts.where('isPublished', '==', true);
      return (await publishedBetween(published, { from, to, limit }, plannedMask.decode, plannedMask.fields)).filter(
        isThere,
      );
    },
  };
}
