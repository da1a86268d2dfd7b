import { createElement, Fragment } from 'react';

const loadNewest = async () => (await import('../features/posts/components/newest-posts.tsx')).NewestPosts;

/* These pages receive their lists of posts as props. Their features may not import posts, because posts contain their buttons. */

async function readingList() {
  const [{ Component: Page }, NewestPosts] = await Promise.all([
    import('../features/bookmarks/pages/reading-list-page.tsx'),
    loadNewest(),
  ]);
  return { Component: () => createElement(Page, { NewestPosts }) };
}

async function following() {
  const [{ Component: Page }, { AuthorsToFollow }, NewestPosts] = await Promise.all([
    import('../features/following/pages/following-page.tsx'),
    import('../features/posts/components/authors-to-follow.tsx'),
    loadNewest(),
  ]);
  const whenEmpty = createElement(
    Fragment,
    null,
    createElement(AuthorsToFollow),
    createElement(NewestPosts, { count: 3 }),
  );
  return { Component: () => createElement(Page, { whenEmpty }) };
}

/** Pages that our emails link to, the reading list and the following page, by path, each in its own chunk. The first chunk has only their paths. */
export const mailPages = {
  'reset-password': () => import('../features/auth/pages/reset-password-page.tsx'),
  '__/auth/action': () => import('../features/auth/pages/auth-action-page.tsx'),
  'auth/action': () => import('../features/auth/pages/auth-action-page.tsx'),
  'newsletter/confirm': () => import('../features/newsletter/pages/confirm-page.tsx'),
  'newsletter/unsubscribe': () => import('../features/newsletter/pages/unsubscribe-page.tsx'),
  'newsletter/choices': () => import('../features/newsletter/pages/choices-page.tsx'),
  'reading-list': readingList,
  following,
  invitation: () => import('../features/invitations/pages/invitation-page.tsx'),
} as const;

export type MailPages = typeof mailPages;
