import { Suspense } from 'react';
import { Navigate } from 'react-router';
import { lazyPart } from '../components/lazy-part.tsx';
import { PageLoader } from '../components/page-loader.tsx';
import { ErrorState } from '../components/states.tsx';
import { LandingPage } from '../features/landing/pages/landing-page.tsx';
import { useReturnPlace } from '../hooks/use-return-place.ts';
import { servedWelcome } from '../lib/served-welcome.ts';
import { useSession } from '../lib/session.tsx';

const HomePage = lazyPart(
  async () => (await import('../features/home/pages/home-page.tsx')).HomePage,
  'The page could not be loaded',
);

/** The served welcome stays on screen while the rest of the home page loads. */
function HomeOnItsWay() {
  const welcome = servedWelcome();
  return (
    <>
      {welcome && <div className="container" ref={(place) => place?.append(welcome)} />}
      <PageLoader />
    </>
  );
}

/**
 * `/`: the home page of signed-in readers, the landing page of visitors. Readers who came here to sign in return to the
 * page they came from. Product §2.
 */
export function IndexPage() {
  const session = useSession();
  const from = useReturnPlace();
  switch (session.status) {
    case 'loading':
      return <HomeOnItsWay />;
    case 'visitor':
      return <LandingPage />;
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
