import { Fragment, lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { OfflineBanner } from '../../components/offline-banner.tsx';
import { useSession, useSessionEpoch } from '../../lib/session.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { RouteFocus } from './route-focus.tsx';

const MAIN_ID = 'main';

const Toaster = lazy(async () => ({ default: (await import('../../components/toaster.tsx')).Toaster }));
const SignedInServices = lazy(async () => ({ default: (await import('./signed-in-services.tsx')).SignedInServices }));

/** True once the first paint is over: what nobody needs before is loaded then. */
function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setPainted(true), 0));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}

/** What every page stands in: header, footer, messages, and the way past them for keyboards. Specification §2. */
export function Layout() {
  const session = useSession();
  const epoch = useSessionEpoch();
  const isPainted = useAfterPaint();
  const isNavigating = useNavigation().state !== 'idle';

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href={`#${MAIN_ID}`}>
        Skip to content
      </a>
      <div className={styles.progress} data-active={isNavigating || undefined} aria-hidden="true" />
      <Header />
      <OfflineBanner />
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        <Fragment key={epoch}>
          <Outlet />
        </Fragment>
      </main>
      <Footer />
      <RouteFocus mainId={MAIN_ID} />
      <ScrollRestoration />
      {isPainted && (
        <Suspense fallback={null}>
          <Toaster />
        </Suspense>
      )}
      {session.status === 'signed-in' && (
        <Suspense fallback={null}>
          <SignedInServices />
        </Suspense>
      )}
    </div>
  );
}
