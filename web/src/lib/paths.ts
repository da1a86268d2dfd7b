import { postPath } from '@inkwell/shared/slug';

/** Every address of the app. Product §2. */
export const paths = {
  home: '/',
  posts: '/posts',
  /** The post with the readable end of its address. */
  post: postPath,
  /** The posts of one category. */
  category: (categoryId: number) => `/posts?category=${categoryId}`,
  /** What a search finds; without a query, the page with its box. */
  search: (query = '') => (query ? `/search?${new URLSearchParams({ q: query })}` : '/search'),
  categories: '/categories',
  createPost: '/create-post',
  editPost: (postId: string) => `/create-post?edit=${encodeURIComponent(postId)}`,
  /** The editor with a draft in it; of a post that is no longer there, as a new one (`postId` null). */
  openDraft: (draftId: string, postId: string | null) =>
    `/create-post?${new URLSearchParams({ ...(postId && { edit: postId }), draft: draftId })}`,
  drafts: '/drafts',
  /** What a post was after each change. */
  revisions: (postId: string) => `/revisions?post=${encodeURIComponent(postId)}`,
  createCategory: '/create-category',
  admin: '/admin',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmNewsletter: '/newsletter/confirm',
  unsubscribeNewsletter: '/newsletter/unsubscribe',
  /** Where an unauthorized answer leads; the server redirects it to the page that signs in. */
  login: '/api/login',
} as const;
