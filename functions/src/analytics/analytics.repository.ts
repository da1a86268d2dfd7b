import { ANALYTICS_LIMITS } from '@inkwell/shared/analytics';
import { ONLINE_MS } from '@inkwell/shared/users';
import { AggregateField, type Firestore, type Query } from 'firebase-admin/firestore';
import { postTotals } from '../posts/posts.repository.ts';

/** Figures of the whole publication. */
export interface Figures {
  readonly publishedPosts: number;
  /** Drafts included. */
  readonly allPosts: number;
  readonly views: number;
  readonly likes: number;
  readonly comments: number;
  readonly users: number;
  readonly categories: number;
}

/** Figures of a time. */
export interface RecentFigures {
  readonly posts: number;
  readonly users: number;
  readonly onlineUsers: number;
  readonly confirmedSubscribers: number;
}

export interface AnalyticsRepository {
  /** Counters and sums: 1 document and 3 aggregations, each billed as 1 read per 1,000 documents. */
  figures(): Promise<Pick<Figures, 'publishedPosts' | 'allPosts' | 'views' | 'users' | 'categories'>>;
  /** 2 aggregations. */
  reactions(): Promise<Pick<Figures, 'likes' | 'comments'>>;
  /** Since `monthStart`, and online at `now`: 4 aggregations. */
  recent(monthStart: Date, now: Date): Promise<RecentFigures>;
  /** Reads 5 documents. */
  topCategories(): Promise<{ id: number; name: string; postCount: number }[]>;
}

export function createAnalyticsRepository(db: Firestore): AnalyticsRepository {
  const posts = db.collection('posts');
  const users = db.collection('users');
  const categories = db.collection('categories');

  const countOf = async (query: Query) => (await query.count().get()).data().count;
  /** One field at a time: sums of several in one query would need a composite index. */
  const sumOf = async (field: string) => (await posts.aggregate({ sum: AggregateField.sum(field) }).get()).data().sum;

  return {
    async figures() {
      const [totals, views, userCount, categoryCount] = await Promise.all([
        postTotals(db).get(),
        sumOf('views'),
        countOf(users),
        countOf(categories),
      ]);
      return {
        publishedPosts: Number(totals.get('published') ?? 0),
        allPosts: Number(totals.get('total') ?? 0),
        views,
        users: userCount,
        categories: categoryCount,
      };
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
      return docs.map((category) => ({
        id: Number(category.get('id')),
        name: String(category.get('name')),
        postCount: Number(category.get('postCount') ?? 0),
      }));
    },
  };
}
