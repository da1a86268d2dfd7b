export const staffLayout = () => import('./staff-layout.tsx');

/** The staff pages by path, each in its own chunk. */
export const staffPages = {
  'create-post': () => import('../features/post-editor/pages/create-post-page.tsx'),
  drafts: () => import('../features/post-editor/pages/drafts-page.tsx'),
  revisions: () => import('../features/post-editor/pages/revisions-page.tsx'),
  'create-category': () => import('../features/create-category/pages/create-category-page.tsx'),
  admin: () => import('../features/admin/pages/admin-page.tsx'),
  'admin/activity': () => import('../features/admin/pages/activity-page.tsx'),
  'admin/analytics': () => import('../features/admin/pages/traffic-page.tsx'),
  'admin/authors': () => import('../features/admin/pages/authors-page.tsx'),
  'admin/redirects': () => import('../features/admin/pages/redirects-page.tsx'),
  'admin/tokens': () => import('../features/admin/pages/tokens-page.tsx'),
  'admin/webhooks': () => import('../features/admin/pages/webhooks-page.tsx'),
  'admin/newsletter': () => import('../features/admin/pages/newsletter-page.tsx'),
  'admin/newsletter/issue': () => import('../features/admin/pages/newsletter-issue-page.tsx'),
  'admin/newsletter/subscribers': () => import('../features/admin/pages/subscribers-page.tsx'),
  'admin/settings': () => import('../features/admin/pages/settings-page.tsx'),
  'admin/export': () => import('../features/admin/pages/export-page.tsx'),
  'admin/import': () => import('../features/admin/pages/import-page.tsx'),
  'admin/menu': () => import('../features/admin/pages/menu-page.tsx'),
  'admin/reviews': () => import('../features/admin/pages/reviews-page.tsx'),
  'admin/comments': () => import('../features/admin/pages/comments-page.tsx'),
  'admin/series': () => import('../features/admin/pages/series-page.tsx'),
  'admin/pages': () => import('../features/admin/pages/site-pages-page.tsx'),
  'admin/pages/edit': () => import('../features/post-editor/pages/edit-site-page.tsx'),
  'admin/media': () => import('../features/admin/pages/media-page.tsx'),
  writing: () => import('../features/admin/pages/writing-page.tsx'),
  'writing/media': () => import('../features/admin/pages/media-page.tsx'),
  'writing/comments': () => import('../features/admin/pages/own-comments-page.tsx'),
  'admin/tags': () => import('../features/admin/pages/tags-page.tsx'),
  'admin/categories': () => import('../features/admin/pages/categories-page.tsx'),
  'admin/calendar': () => import('../features/scheduling/pages/calendar-page.tsx'),
} as const;

export type StaffPages = typeof staffPages;
