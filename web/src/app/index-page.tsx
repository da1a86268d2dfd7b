import { WELCOME_BACK } from '@inkwell/shared/welcome';
import { Suspense } from 'react';
import { Navigate } from 'react-router';
import { lazyPart } from '../components/lazy-part.tsx';
import { PageLoader } from '../components/page-loader.tsx';
import { ErrorState } from '../components/states.tsx';
import { useReturnPlace } from '../hooks/use-return-place.ts';
import { useRendered } from '../lib/rendered.ts';
import { useSession } from '../lib/session.tsx';

const loadLanding = async () => (await import('../features/landing/pages/landing-page.tsx')).LandingPage;

/** Not part of the first page: visitors of an article need neither its code nor its styles. */
export const LandingPage = lazyPart(loadLanding, 'The page could not be loaded');

const HomePage = lazyPart(
  async () => (await import('../features/home/pages/home-page.tsx')).HomePage,
  'The page could not be loaded',
);

/** Text of the home page, shown while the rest of it loads. */
function HomeOnItsWay() {
  return (
    <>
      <div className="container">
        <Welcome />
      </div>
      <PageLoader />
    </>
  );
}

const Welcome = () => (
  <div className="rendered-welcome">
    <p>{WELCOME_BACK.title}</p>
    <p>{WELCOME_BACK.lead}</p>
  </div>
);

/** The landing page; a rendered page also contains the welcome that signed-in readers see instead (styles/rendered.css). */
function Landing() {
  const rendered = useRendered();
  return (
    <div className="rendered-home">
      <Suspense fallback={<PageLoader />}>
        <LandingPage />
      </Suspense>
      {rendered && (
        <div className="container rendered-greeting">
          <Welcome />
        </div>
      )}
    </div>
  );
}

/**
 * Visitors keep the previous page until the landing page has loaded, as for every other page.
 * @throws TypeError when the network fails
 */
export async function loadIndexPage() {
  const isVisitor = import.meta.env.SSR || document.documentElement.dataset.hadSession === undefined;
  if (isVisitor) await loadLanding().then(LandingPage.preload);
  return { Component: IndexPage };
}

/**
 * `/`: the home page of signed-in readers, the landing page of visitors. Readers who came here to sign in return to their previous page. Product §2.
 */
function IndexPage() {
  const session = useSession();
  const from = useReturnPlace();
  const isRendered = useRendered() !== null;
  if (session.status === 'visitor' || (isRendered && session.status === 'loading')) return <Landing />;
  switch (session.status) {
    case 'loading':
      return <HomeOnItsWay />;
    case 'failed':
      return (
        <div className="container" style={{ paddingBlock: 'var(--space-section)' }}>
          <ErrorState title="Your account could not be loaded" error={session.error} onRetry={session.retry} />
        </div>
      );
    case 'signed-in':
      if (from) return <Navigate to={from.path} replace state={{ placeKey: from.key }} />;
      return (
        <Suspense fallback={<HomeOnItsWay />}>
          <HomePage />
        </Suspense>
      );
  }
}
