import type { Analytics } from '@inkwell/shared/analytics';

/** All figures differ. */
export const sampleAnalytics = (changes: Partial<Analytics> = {}): Analytics => ({
  totalPosts: 41,
  postsThisMonth: 3,
  totalViews: 12_345,
  totalUsers: 230,
  usersThisMonth: 12,
  totalNewsletterSubscribers: 64,
  totalLikes: 99,
  totalComments: 45,
  totalCategories: 8,
  topPosts: [
    {
      id: 'post-1',
      title: 'A title of more than forty characters, which the list has to cut',
      views: 900,
      likes: 20,
      comments: 4,
    },
  ],
  topCategories: [{ id: 1, name: 'Travel', postCount: 17 }],
  recentActivity: [
    { type: 'post', description: 'Mo published “Roads”', timestamp: '2026-01-15T10:00:00.000Z' },
    { type: 'user', description: 'Ada joined', timestamp: '2026-01-15T09:00:00.000Z' },
  ],
  onlineUsersCount: 7,
  ...changes,
});
