import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Instant } from './fields.ts';

export const Stats = z.object({ posts: z.int(), categories: z.int(), views: z.int(), users: z.int() });
export type Stats = z.infer<typeof Stats>;

/** Contains no email addresses, because moderators see it too. */
export const Activity = z.object({
  type: z.enum(['post', 'comment', 'user', 'subscriber']),
  description: z.string(),
  timestamp: Instant,
});
export type Activity = z.infer<typeof Activity>;

/** Product §3. */
export const Analytics = z.object({
  totalPosts: z.int(),
  postsThisMonth: z.int(),
  totalViews: z.int(),
  totalUsers: z.int(),
  usersThisMonth: z.int(),
  totalNewsletterSubscribers: z.int(),
  totalLikes: z.int(),
  totalComments: z.int(),
  totalCategories: z.int(),
  topPosts: z.array(z.object({ id: z.string(), title: z.string(), views: z.int(), likes: z.int(), comments: z.int() })),
  topCategories: z.array(z.object({ id: z.int(), name: z.string(), postCount: z.int() })),
  recentActivity: z.array(Activity),
  onlineUsersCount: z.int(),
});
export type Analytics = z.infer<typeof Analytics>;

export const ANALYTICS_LIMITS = { topPosts: 5, topCategories: 5, activity: 10, topTitleChars: 40 } as const;

export const analyticsApi = {
  stats: endpoint({
    method: 'GET',
    path: '/api/stats',
    access: 'public',
    scope: 'analytics:read',
    summary: 'Published posts, categories, views and users; refreshed once a minute.',
    response: Stats,
    cacheable: true,
  }),
  analytics: endpoint({
    method: 'GET',
    path: '/api/admin/analytics',
    access: 'staff',
    scope: 'analytics:read',
    summary: 'The figures of the admin panel; refreshed once a minute.',
    response: Analytics,
  }),
} as const;
