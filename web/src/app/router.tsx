import type { RouteObject } from 'react-router';
import { PageLoader } from '../components/page-loader.tsx';
import { IndexPage } from './index-page.tsx';
import { Layout } from './layout/layout.tsx';
import { RouteError } from './route-error.tsx';

/**
 * Every address of product §2, each page in its own chunk except the first one. A failing page shows its error
 * inside the layout; a failing layout shows it alone.
 */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <PageLoader />,
    children: [
      {
        errorElement: <RouteError />,
        children: [
          { index: true, element: <IndexPage /> },
          { path: 'posts', lazy: () => import('../features/posts/pages/posts-page.tsx') },
          { path: 'posts/:id', lazy: () => import('../features/posts/pages/post-page.tsx') },
          { path: 'posts/:id/:slug', lazy: () => import('../features/posts/pages/post-page.tsx') },
          { path: 'search', lazy: () => import('../features/search/pages/search-page.tsx') },
          { path: 'categories', lazy: () => import('../features/categories/pages/categories-page.tsx') },
          {
            lazy: () => import('./staff-layout.tsx'),
            children: [
              { path: 'create-post', lazy: () => import('../features/editor/pages/create-post-page.tsx') },
              { path: 'drafts', lazy: () => import('../features/editor/pages/drafts-page.tsx') },
              { path: 'revisions', lazy: () => import('../features/editor/pages/revisions-page.tsx') },
              {
                path: 'create-category',
                lazy: () => import('../features/create-category/pages/create-category-page.tsx'),
              },
              { path: 'admin', lazy: () => import('../features/admin/pages/admin-page.tsx') },
            ],
          },
          { path: 'forgot-password', lazy: () => import('../features/auth/pages/forgot-password-page.tsx') },
          { path: 'reset-password', lazy: () => import('../features/auth/pages/reset-password-page.tsx') },
          { path: '__/auth/action', lazy: () => import('../features/auth/pages/auth-action-page.tsx') },
          { path: 'auth/action', lazy: () => import('../features/auth/pages/auth-action-page.tsx') },
          { path: 'newsletter/confirm', lazy: () => import('../features/newsletter/pages/confirm-page.tsx') },
          { path: 'newsletter/unsubscribe', lazy: () => import('../features/newsletter/pages/unsubscribe-page.tsx') },
          { path: '*', lazy: () => import('../features/not-found/not-found-page.tsx') },
        ],
      },
    ],
  },
];
