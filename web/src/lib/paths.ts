import { postPath } from '@inkwell/shared/slug';

/** Every address of the app but those that only writers come to (`lib/writing-paths.ts`). Product §2. */
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
  createCategory: '/create-category',
  admin: '/admin',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmNewsletter: '/newsletter/confirm',
  unsubscribeNewsletter: '/newsletter/unsubscribe',
  /** Where an unauthorized answer leads; the server redirects it to the page that signs in. */
  login: '/api/login',
} as const;
