import { lazy, Suspense } from 'react';
import { PageLoader } from '../components/page-loader.tsx';
import { ErrorState } from '../components/states.tsx';
import { LandingPage } from '../features/landing/pages/landing-page.tsx';
import { useSession } from '../lib/session.tsx';

const HomePage = lazy(async () => ({ default: (await import('../features/home/pages/home-page.tsx')).HomePage }));

/** `/`: the home page of those who are signed in, the landing page of all others. Product §2. */
export function IndexPage() {
  const session = useSession();
  switch (session.status) {
    case 'loading':
      return <PageLoader />;
    case 'visitor':
      return <LandingPage />;
    case 'failed':
      return (
        <div className="container" style={{ paddingBlock: 'var(--space-section)' }}>
          <ErrorState title="Your account could not be loaded" onRetry={session.retry} />
        </div>
      );
    case 'signed-in':
      return (
        <Suspense fallback={<PageLoader />}>
          <HomePage />
        </Suspense>
      );
  }
}
