import { Suspense } from 'react';
import { Outlet, type RouteObject } from 'react-router';
import { lazyPart } from '../components/lazy-part.tsx';
import { ListLoader, PageLoader, StaffLoader } from '../components/page-loader.tsx';
import { APP_ONLY, STAFF } from '../lib/route-handles.ts';
import { loadIndexPage } from './index-page.tsx';
import { Layout } from './layout/layout.tsx';
import { lazyPage } from './lazy-page.ts';
import type { MailPages } from './mail-pages.ts';
import { PageBanner } from './page-banner.tsx';
import { RouteError } from './route-error.tsx';
import type { StaffPages } from './staff-pages.ts';

const postPage = lazyPage(() => import('../features/posts/pages/post-page.tsx'));
const categoryPage = lazyPage(() => import('../features/posts/pages/category-page.tsx'));
/** Passes the newest posts to the page. The categories feature may not import them, because posts import features that show categories. */
const categoriesPage = lazyPage(async () => {
  const [{ Component: Page }, { NewestPostsBelow }] = await Promise.all([
    import('../features/categories/pages/categories-page.tsx'),
    import('../features/posts/components/newest-posts.tsx'),
  ]);
  return { Component: () => <Page below={<NewestPostsBelow />} /> };
});
const authorPage = lazyPage(() => import('../features/authors/pages/author-page.tsx'));

/** The staff pages. The first chunk has only their paths. */
const STAFF_PATHS = [
  'create-post',
  'drafts',
  'revisions',
  'create-category',
  'admin',
  'admin/activity',
  'admin/analytics',
  'admin/authors',
  'admin/redirects',
  'admin/tokens',
  'admin/webhooks',
  'admin/newsletter',
  'admin/newsletter/issue',
  'admin/newsletter/subscribers',
  'admin/export',
  'admin/import',
  'admin/menu',
  'admin/settings',
  'admin/comments',
  'admin/series',
  'admin/tags',
  'admin/reviews',
  'admin/pages',
  'admin/pages/edit',
  'admin/media',
  'writing',
  'writing/media',
  'writing/comments',
  'admin/categories',
  'admin/calendar',
] as const;

/** Shown below the header while the code of the first page loads. */
const FIRST_PAGE = (
  <>
    <PageLoader />
    <PageBanner />
  </>
);

const FIRST_STAFF_PAGE = (
  <>
    <ListLoader />
    <PageBanner />
  </>
);

const staffLayout = async () => (await import('./staff-pages.ts')).staffLayout();
const StaffLayout = lazyPart(async () => (await staffLayout()).StaffLayout, 'The page could not be loaded');

/** Shows the navigation of staff pages before the first page has loaded. */
const STAFF_FRAME = (
  <Suspense fallback={<StaffLoader />}>
    <StaffLayout>
      <Outlet />
    </StaffLayout>
  </Suspense>
);

const staffRoute = (path: keyof StaffPages): RouteObject => ({
  path,
  lazy: lazyPage(async () => {
    const { staffPages } = await import('./staff-pages.ts');
    const [page] = await Promise.all([staffPages[path](), staffLayout()]);
    await StaffLayout.preload();
    return page;
  }),
});

/** The pages that our emails link to, the reading list and the following page. The first chunk has only their paths. */
const MAIL_PATHS = [
  'reset-password',
  '__/auth/action',
  'auth/action',
  'newsletter/confirm',
  'newsletter/unsubscribe',
  'newsletter/choices',
  'invitation',
  'reading-list',
  'following',
] as const;

const mailRoute = (path: keyof MailPages): RouteObject => ({
  path,
  handle: APP_ONLY,
  lazy: lazyPage(async () => (await import('./mail-pages.ts')).mailPages[path]()),
});

/**
 * The addresses of product §2, each page in its own chunk. A failing page shows its error inside the
 * layout; a failing layout shows the error alone.
 */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <RouteError />,
    children: [
      {
        errorElement: <RouteError />,
        hydrateFallbackElement: FIRST_PAGE,
        children: [
          { index: true, lazy: lazyPage(loadIndexPage) },
          { path: 'posts', lazy: lazyPage(() => import('../features/posts/pages/posts-page.tsx')) },
          { path: 'posts/:id', lazy: postPage },
          { path: 'posts/:id/:slug', lazy: postPage },
          { path: 'tags/:slug', lazy: lazyPage(() => import('../features/posts/pages/tag-page.tsx')) },
          { path: 'series/:slug', lazy: lazyPage(() => import('../features/posts/pages/series-page.tsx')) },
          { path: 'authors/:id', lazy: authorPage },
          { path: 'authors/:id/:slug', lazy: authorPage },
          { path: 'newsletter', lazy: lazyPage(() => import('../features/posts/pages/archive-page.tsx')) },
          {
            path: 'newsletter/:slug',
            lazy: lazyPage(() => import('../features/posts/pages/archived-issue-page.tsx')),
          },
          { path: 'search', lazy: lazyPage(() => import('../features/search/pages/search-page.tsx')) },
          { path: 'categories', lazy: categoriesPage },
          { path: 'categories/:id', lazy: categoryPage },
          { path: 'categories/:id/:slug', lazy: categoryPage },
          {
            handle: STAFF,
            element: STAFF_FRAME,
            children: [{ hydrateFallbackElement: FIRST_STAFF_PAGE, children: STAFF_PATHS.map(staffRoute) }],
          },
          {
            path: 'forgot-password',
            handle: APP_ONLY,
            lazy: lazyPage(() => import('../features/auth/pages/forgot-password-page.tsx')),
          },
          ...MAIL_PATHS.map(mailRoute),
          { path: ':slug', lazy: lazyPage(() => import('../features/posts/pages/site-page.tsx')) },
          { path: '*', lazy: lazyPage(() => import('../features/not-found/not-found-page.tsx')) },
        ],
      },
    ],
  },
];
