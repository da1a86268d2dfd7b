/** The pages of administrators, for journeys that look at each. */
export const ADMIN_PAGES = [
  '/admin',
  '/admin?tab=posts',
  '/admin?tab=users',
  '/admin?tab=notifications',
  '/admin?tab=newsletter',
  '/admin?tab=analytics',
  '/admin?tab=storage',
  '/admin/activity',
  '/admin/authors',
  '/admin/comments?state=all',
  '/admin/calendar',
  '/admin/categories',
  '/admin/series',
  '/admin/tags',
  '/admin/redirects',
  '/admin/menu',
];
