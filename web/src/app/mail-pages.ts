import { type ComponentType, createElement, type ReactNode } from 'react';

type Page = ComponentType<{ readonly whenEmpty: ReactNode }>;

/** Passes the newest posts to a page whose feature may not import them, because posts have that feature's buttons. */
const withNewest = async (load: () => Promise<{ readonly Component: Page }>) => {
  const [{ Component: Page }, { NewestPosts }] = await Promise.all([
    load(),
    import('../features/posts/components/newest-posts.tsx'),
  ]);
  return { Component: () => createElement(Page, { whenEmpty: createElement(NewestPosts, { count: 3 }) }) };
};

/** Pages that our emails link to, the reading list and the following page, by path, each in its own chunk. The first chunk has only their paths. */
export const mailPages = {
  'reset-password': () => import('../features/auth/pages/reset-password-page.tsx'),
  '__/auth/action': () => import('../features/auth/pages/auth-action-page.tsx'),
  'auth/action': () => import('../features/auth/pages/auth-action-page.tsx'),
  'newsletter/confirm': () => import('../features/newsletter/pages/confirm-page.tsx'),
  'newsletter/unsubscribe': () => import('../features/newsletter/pages/unsubscribe-page.tsx'),
  'newsletter/choices': () => import('../features/newsletter/pages/choices-page.tsx'),
  'reading-list': () => withNewest(() => import('../features/bookmarks/pages/reading-list-page.tsx')),
  following: () => withNewest(() => import('../features/following/pages/following-page.tsx')),
  invitation: () => import('../features/invitations/pages/invitation-page.tsx'),
} as const;

export type MailPages = typeof mailPages;
