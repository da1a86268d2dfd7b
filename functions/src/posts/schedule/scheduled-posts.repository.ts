import { FieldPath, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { type PickedPost, postMask } from '../posts.converter.ts';
import { publishedBetween } from '../published-order.repository.ts';
import type { EditedCollection } from '../saving/edited-collection.repository.ts';

const plannedMask = postMask('title', 'authorId', 'createdAt', 'publishedAt', 'publishAt');

/** A post in the calendar. A deleted one is neither scheduled nor published. */
export type PlannedPost = PickedPost<(typeof plannedMask.fields)[number]>;

/** A scheduled post that is due. */
export interface DuePost {
  readonly id: string;
  readonly publishAt: Date;
}

export interface ScheduledPostRepository {
  /** Posts due at `now`, longest due first, after `after`. Reads each, at least 1. */
  due(now: Date, after: DuePost | null, limit: number): Promise<DuePost[]>;
  /** Posts scheduled from one time to another, soonest first. Reads at most `limit`, at least 1. */
  scheduledBetween(from: Date, to: Date, limit: number): Promise<PlannedPost[]>;
  /** Posts first published from one time to another, latest first. Reads at most `limit`, at least 1. */
  publishedBetween(from: Date, to: Date, limit: number): Promise<PlannedPost[]>;
}

/** For posts, or for another edited collection. */
export function createScheduledPostRepository(
  db: Firestore,
  edited: EditedCollection['name'] = 'posts',
): ScheduledPostRepository {
  const posts = db.collection(edited);

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
      return docs.map(plannedMask.decode).filter((post) => post !== null);
    },

    async publishedBetween(from, to, limit) {
      const published = posts.where('isPublished', '==', true);
      return publishedBetween(published, { from, to, limit }, plannedMask.decode, plannedMask.fields);
    },
  };
}
