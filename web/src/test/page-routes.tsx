import { Fragment, Suspense } from 'react';
import { Outlet, type RouteObject } from 'react-router';
import { routes } from '../app/router.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { STAFF } from '../lib/route-handles.ts';
import { useSessionEpoch } from '../lib/session.tsx';
import { useStore } from '../lib/store.ts';
import { toastStore } from '../lib/toast.ts';

const Toaster = lazyPart(async () => (await import('../components/toaster.tsx')).Toaster);

function PageFrame() {
  const epoch = useSessionEpoch();
  const hasToast = useStore(toastStore) !== null;
  return (
    <>
      <main id="main" tabIndex={-1}>
        <Fragment key={epoch}>
          <Outlet />
        </Fragment>
      </main>
      {hasToast && (
        <Suspense fallback={null}>
          <Toaster />
        </Suspense>
      )}
    </>
  );
}

/** Replaces the layout of staff pages. */
const withoutFrame = (route: RouteObject): RouteObject => {
  if (!route.children) return route;
  const children = route.children.map(withoutFrame);
  return route.handle === STAFF
    ? ({ children, lazy: () => import('./staff-page-frame.tsx') } satisfies RouteObject)
    : ({ ...route, children } as RouteObject);
};

/** The addresses of the app, each page in a frame that contains only toasts. */
export const pageRoutes: RouteObject[] = routes.map((route) => ({
  ...withoutFrame(route),
  element: <PageFrame />,
  hydrateFallbackElement: <></>,
})) as RouteObject[];
