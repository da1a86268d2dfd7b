import { postPath, seriesPath, sitePagePath, tagPath } from '@inkwell/shared/slug';

/** Addresses of the app. Addresses for writers are in `lib/writing-paths.ts`. Product §2. */
export const paths = {
  home: '/',
  posts: '/posts',
  post: postPath,
  category: (categoryId: number) => `/posts?category=${categoryId}`,
  /** The results of a search; without a query, the search page. */
  search: (query = '') => (query ? `/search?${new URLSearchParams({ q: query })}` : '/search'),
  categories: '/categories',
  tag: tagPath,
  series: seriesPath,
  sitePage: sitePagePath,
  writing: '/writing',
  createPost: '/create-post',
  editPost: (postId: string) => `/create-post?edit=${encodeURIComponent(postId)}`,
  postTraffic: (postId: string) => `/admin/analytics?post=${encodeURIComponent(postId)}`,
  createCategory: '/create-category',
  admin: '/admin',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  /** The address to open after an unauthorized answer. The server redirects to the sign-in card. */
  login: '/api/login',
} as const;

/** Whether this path is an editor, where the staff navigation is folded. */
export const isEditorPath = (pathname: string): boolean => [paths.createPost, '/admin/pages/edit'].includes(pathname);
