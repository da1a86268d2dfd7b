import { ANALYTICS_LIMITS } from '@inkwell/shared/analytics';
import { ONLINE_MS } from '@inkwell/shared/users';
import { AggregateField, type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { postTotals, STATUSES_THERE } from '../posts/posts.repository.ts';

export interface Figures {
  readonly publishedPosts: number;
  /** Includes unpublished posts. */
  readonly allPosts: number;
  readonly views: number;
  readonly likes: number;
  readonly comments: number;
  readonly users: number;
  readonly categories: number;
}

export interface RecentFigures {
  readonly posts: number;
  readonly users: number;
  readonly onlineUsers: number;
  readonly confirmedSubscribers: number;
}

const StoredFigures = z.object({
  publishedPosts: z.int(),
  allPosts: z.int(),
  views: z.int(),
  users: z.int(),
  categories: z.int(),
}) satisfies z.ZodMiniType<Partial<Figures>>;

export interface AnalyticsRepository {
  /**
   * The figures of the last `forMs`, which all instances share. Reads 1 document; once in `forMs` it also counts: 1 document and 4
   * aggregations, each billed as 1 read per 1,000 documents, and 1 write.
   */
  figures(now: Date, forMs: number): Promise<z.infer<typeof StoredFigures>>;
  /** 2 aggregations. */
  reactions(): Promise<Pick<Figures, 'likes' | 'comments'>>;
  /** Since `monthStart`; users online at `now`. Reads 4 aggregations. */
  recent(monthStart: Date, now: Date): Promise<RecentFigures>;
  /** Reads 5 documents. */
  topCategories(): Promise<{ id: number; name: string; postCount: number }[]>;
}

export function createAnalyticsRepository(db: Firestore): AnalyticsRepository {
  const posts = db.collection('posts');
  const users = db.collection('users');
  const categories = db.collection('categories');
  const counted = db.doc('counters/publication');

  /** Posts in the trash count for nothing. */
  const there = posts.where('status', 'in', STATUSES_THERE);

  const countOf = async (query: Query) => (await query.count().get()).data().count;
  /** One field per query, because sums of several fields need a composite index. */
  const sumOf = async (field: string) => (await there.aggregate({ sum: AggregateField.sum(field) }).get()).data().sum;

  return {
    async figures(now, forMs) {
      const stored = (await counted.get()).data();
      const ageMs = stored?.at instanceof Timestamp ? now.getTime() - stored.at.toMillis() : forMs;
      // Another version may store other fields.
      const earlier = z.safeParse(StoredFigures, stored);
      if (earlier.success && ageMs >= 0 && ageMs < forMs) return earlier.data;
      const [totals, views, userCount, categoryCount, mergedCount] = await Promise.all([
        postTotals(db).get(),
        sumOf('views'),
        countOf(users),
        countOf(categories),
        countOf(categories.where('mergedInto', '>', 0)),
      ]);
      const figures = {
        publishedPosts: Number(totals.get('published') ?? 0),
        allPosts: Number(totals.get('total') ?? 0),
        views,
        users: userCount,
        categories: categoryCount - mergedCount,
      };
      await counted.set({ ...figures, at: now });
      return figures;
    },

    async reactions() {
      const [likes, comments] = await Promise.all([sumOf('likesCount'), sumOf('commentsCount')]);
      return { likes, comments };
    },

    async recent(monthStart, now) {
      const [postCount, userCount, onlineUsers, confirmedSubscribers] = await Promise.all([
        countOf(posts.where('isPublished', '==', true).where('createdAt', '>=', monthStart)),
        countOf(users.where('createdAt', '>=', monthStart)),
        countOf(users.where('lastSeenAt', '>', new Date(now.getTime() - ONLINE_MS))),
        countOf(db.collection('subscribers').where('isConfirmed', '==', true)),
      ]);
      return { posts: postCount, users: userCount, onlineUsers, confirmedSubscribers };
    },

    async topCategories() {
      const { docs } = await categories.orderBy('postCount', 'desc').limit(ANALYTICS_LIMITS.topCategories).get();
      // A merged category has posts until the job has moved them.
      const there = docs.filter((category) => typeof category.get('mergedInto') !== 'number');
      return there.map((category) => ({
        id: Number(category.get('id')),
        name: String(category.get('name')),
        postCount: Number(category.get('postCount') ?? 0),
      }));
    },
  };
}
