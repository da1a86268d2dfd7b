/** The staff's pages, each in its own chunk. Readers load not even their names. */
export const staffPages = {
  createPost: () => import('../features/post-editor/pages/create-post-page.tsx'),
  drafts: () => import('../features/post-editor/pages/drafts-page.tsx'),
  revisions: () => import('../features/post-editor/pages/revisions-page.tsx'),
  createCategory: () => import('../features/create-category/pages/create-category-page.tsx'),
  admin: () => import('../features/admin/pages/admin-page.tsx'),
  activity: () => import('../features/admin/pages/activity-page.tsx'),
  authors: () => import('../features/admin/pages/authors-page.tsx'),
  redirects: () => import('../features/admin/pages/redirects-page.tsx'),
  menu: () => import('../features/admin/pages/menu-page.tsx'),
  comments: () => import('../features/admin/pages/comments-page.tsx'),
  series: () => import('../features/admin/pages/series-page.tsx'),
  pages: () => import('../features/admin/pages/site-pages-page.tsx'),
  editPage: () => import('../features/post-editor/pages/edit-site-page.tsx'),
  tags: () => import('../features/admin/pages/tags-page.tsx'),
  categories: () => import('../features/admin/pages/categories-page.tsx'),
  calendar: () => import('../features/scheduling/pages/calendar-page.tsx'),
} as const;

export type StaffPages = typeof staffPages;
