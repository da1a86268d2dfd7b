import type { RouteObject } from 'react-router';
import { PageLoader } from '../components/page-loader.tsx';
import { IndexPage } from './index-page.tsx';
import { Layout } from './layout/layout.tsx';
import { lazyPage } from './lazy-page.ts';
import { PageBanner } from './page-banner.tsx';
import { RouteError } from './route-error.tsx';

/**
 * The addresses of product §2, each page in its own chunk except the first. A failing page shows its error inside the
 * layout; a failing layout shows the error alone.
 */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <RouteError />,
    hydrateFallbackElement: (
      <>
        <PageLoader />
        <PageBanner />
      </>
    ),
    children: [
      {
        errorElement: <RouteError />,
        children: [
          { index: true, element: <IndexPage /> },
          { path: 'posts', lazy: lazyPage(() => import('../features/posts/pages/posts-page.tsx')) },
          { path: 'posts/:id', lazy: lazyPage(() => import('../features/posts/pages/post-page.tsx')) },
          { path: 'posts/:id/:slug', lazy: lazyPage(() => import('../features/posts/pages/post-page.tsx')) },
          { path: 'search', lazy: lazyPage(() => import('../features/search/pages/search-page.tsx')) },
          { path: 'categories', lazy: lazyPage(() => import('../features/categories/pages/categories-page.tsx')) },
          {
            lazy: lazyPage(() => import('./staff-layout.tsx')),
            children: [
              {
                path: 'create-post',
                lazy: lazyPage(() => import('../features/post-editor/pages/create-post-page.tsx')),
              },
              { path: 'drafts', lazy: lazyPage(() => import('../features/post-editor/pages/drafts-page.tsx')) },
              { path: 'revisions', lazy: lazyPage(() => import('../features/post-editor/pages/revisions-page.tsx')) },
              {
                path: 'create-category',
                lazy: lazyPage(() => import('../features/create-category/pages/create-category-page.tsx')),
              },
              { path: 'admin', lazy: lazyPage(() => import('../features/admin/pages/admin-page.tsx')) },
              { path: 'admin/activity', lazy: lazyPage(() => import('../features/admin/pages/activity-page.tsx')) },
              { path: 'admin/comments', lazy: lazyPage(() => import('../features/admin/pages/comments-page.tsx')) },
              {
                path: 'admin/calendar',
                lazy: lazyPage(() => import('../features/scheduling/pages/calendar-page.tsx')),
              },
            ],
          },
          { path: 'forgot-password', lazy: lazyPage(() => import('../features/auth/pages/forgot-password-page.tsx')) },
          { path: 'reset-password', lazy: lazyPage(() => import('../features/auth/pages/reset-password-page.tsx')) },
          { path: '__/auth/action', lazy: lazyPage(() => import('../features/auth/pages/auth-action-page.tsx')) },
          { path: 'auth/action', lazy: lazyPage(() => import('../features/auth/pages/auth-action-page.tsx')) },
          { path: 'newsletter/confirm', lazy: lazyPage(() => import('../features/newsletter/pages/confirm-page.tsx')) },
          {
            path: 'newsletter/unsubscribe',
            lazy: lazyPage(() => import('../features/newsletter/pages/unsubscribe-page.tsx')),
          },
          { path: '*', lazy: lazyPage(() => import('../features/not-found/not-found-page.tsx')) },
        ],
      },
    ],
  },
];
