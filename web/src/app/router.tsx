import type { RouteObject } from 'react-router';
import { PageLoader } from '../components/page-loader.tsx';
import { IndexPage } from './index-page.tsx';
import { Layout } from './layout/layout.tsx';
import { lazyPage } from './lazy-page.ts';
import { PageBanner } from './page-banner.tsx';
import { RouteError } from './route-error.tsx';
import type { StaffPages } from './staff-pages.ts';

const postPage = lazyPage(() => import('../features/posts/pages/post-page.tsx'));
const categoryPage = lazyPage(() => import('../features/posts/pages/category-page.tsx'));
const authorPage = lazyPage(() => import('../features/authors/pages/author-page.tsx'));
const authAction = lazyPage(() => import('../features/auth/pages/auth-action-page.tsx'));

/** A page of the staff. Only its name is in the first chunk. */
const staff = (name: keyof StaffPages) => lazyPage(async () => (await import('./staff-pages.ts')).staffPages[name]());

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
          { path: 'posts/:id', lazy: postPage },
          { path: 'posts/:id/:slug', lazy: postPage },
          { path: 'tags/:slug', lazy: lazyPage(() => import('../features/posts/pages/tag-page.tsx')) },
          { path: 'series/:slug', lazy: lazyPage(() => import('../features/posts/pages/series-page.tsx')) },
          { path: 'authors/:id', lazy: authorPage },
          { path: 'authors/:id/:slug', lazy: authorPage },
          { path: 'search', lazy: lazyPage(() => import('../features/search/pages/search-page.tsx')) },
          { path: 'categories', lazy: lazyPage(() => import('../features/categories/pages/categories-page.tsx')) },
          { path: 'categories/:id', lazy: categoryPage },
          { path: 'categories/:id/:slug', lazy: categoryPage },
          {
            lazy: lazyPage(() => import('./staff-layout.tsx')),
            children: [
              { path: 'create-post', lazy: staff('createPost') },
              { path: 'drafts', lazy: staff('drafts') },
              { path: 'revisions', lazy: staff('revisions') },
              { path: 'create-category', lazy: staff('createCategory') },
              { path: 'admin', lazy: staff('admin') },
              { path: 'admin/activity', lazy: staff('activity') },
              { path: 'admin/authors', lazy: staff('authors') },
              { path: 'admin/redirects', lazy: staff('redirects') },
              { path: 'admin/menu', lazy: staff('menu') },
              { path: 'admin/comments', lazy: staff('comments') },
              { path: 'admin/series', lazy: staff('series') },
              { path: 'admin/tags', lazy: staff('tags') },
              { path: 'admin/pages', lazy: staff('pages') },
              { path: 'admin/pages/edit', lazy: staff('editPage') },
              { path: 'admin/categories', lazy: staff('categories') },
              { path: 'admin/calendar', lazy: staff('calendar') },
            ],
          },
          { path: 'forgot-password', lazy: lazyPage(() => import('../features/auth/pages/forgot-password-page.tsx')) },
          { path: 'reset-password', lazy: lazyPage(() => import('../features/auth/pages/reset-password-page.tsx')) },
          { path: '__/auth/action', lazy: authAction },
          { path: 'auth/action', lazy: authAction },
          { path: 'newsletter/confirm', lazy: lazyPage(() => import('../features/newsletter/pages/confirm-page.tsx')) },
          {
            path: 'newsletter/unsubscribe',
            lazy: lazyPage(() => import('../features/newsletter/pages/unsubscribe-page.tsx')),
          },
          { path: ':slug', lazy: lazyPage(() => import('../features/posts/pages/site-page.tsx')) },
          { path: '*', lazy: lazyPage(() => import('../features/not-found/not-found-page.tsx')) },
        ],
      },
    ],
  },
];
