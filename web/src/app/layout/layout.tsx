import {
  Fragment,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Outlet, useLocation, useMatches, useNavigation } from 'react-router';
import { lazyPart } from '../../components/lazy-part.tsx';
import { BelowFoldContext } from '../../hooks/use-below-fold.ts';
import { useFirstEvent } from '../../hooks/use-first-event.ts';
import { useOnline } from '../../hooks/use-online.ts';
import { paths } from '../../lib/paths.ts';
import { useRendered } from '../../lib/rendered.ts';
import { CONTINUED } from '../../lib/route-handles.ts';
import { useSession, useSessionEpoch } from '../../lib/session.tsx';
import { useStore } from '../../lib/store.ts';
import { toastStore } from '../../lib/toast.ts';
import { NavigationBanner } from '../page-banner.tsx';
import { Footer } from './footer.tsx';
import { BareHeader, Header } from './header.tsx';
import styles from './layout.module.css';
import { ScrollPosition } from './scroll-position.tsx';

/** Long enough for a page to set its title after a navigation. */
const TITLE_SETTLE_MS = 150;

/**
 * After a navigation, and when a session begins or ends, the focus moves to the new page and screen readers hear its
 * title; otherwise the focus would stay on an element that is gone. Filters and tabs that only change the query are not
 * navigations.
 */
function RouteFocus({ mainId }: { readonly mainId: string }) {
  const { pathname } = useLocation();
  const { status } = useSession();
  const isSignedIn = status === 'signed-in' ? true : status === 'visitor' ? false : null;
  const previous = useRef({ pathname, isSignedIn });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [announcement, setAnnouncement] = useState('');

  const beginAtPage = useCallback(() => {
    document.getElementById(mainId)?.focus({ preventScroll: true });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnnouncement(document.title), TITLE_SETTLE_MS);
  }, [mainId]);

  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (previous.current.pathname === pathname) return;
    previous.current.pathname = pathname;
    beginAtPage();
  }, [pathname, beginAtPage]);

  useEffect(() => {
    const before = previous.current.isSignedIn;
    if (isSignedIn === null || isSignedIn === before) return;
    previous.current.isSignedIn = isSignedIn;
    if (before === null) return;
    // Landing page and home page share an address, so the router sees no navigation.
    if (pathname === paths.home) window.scrollTo(0, 0);
    if (document.activeElement === document.body) beginAtPage();
  }, [isSignedIn, pathname, beginAtPage]);

  return (
    <div role="status" aria-live="polite" className="visually-hidden">
      {announcement}
    </div>
  );
}

const MAIN_ID = 'main';

export const Toaster = lazyPart(async () => (await import('../../components/toaster.tsx')).Toaster);
const LateFrame = lazyPart(async () => (await import('./late-frame.tsx')).LateFrame);
const SignedInServices = lazyPart(async () => (await import('./signed-in-services.tsx')).SignedInServices);

const INPUTS = ['pointerdown', 'keydown'] as const;

/**
 * True from the first input or toast on. Toasts respond to a reader's actions, so their code can load late. Screen readers need the live region in
 * the page before its first message.
 */
function useToasterNeeded(): boolean {
  const hasToast = useStore(toastStore) !== null;
  const [hasInput, setHasInput] = useState(false);
  useFirstEvent(
    INPUTS,
    useCallback(() => setHasInput(true), []),
  );
  return hasInput || hasToast;
}

/** The app moves the focus itself: WebKit may jump to a fragment again after the reader has already moved on. */
function skip(event: MouseEvent) {
  event.preventDefault();
  const main = document.getElementById(MAIN_ID);
  main?.scrollIntoView();
  main?.focus({ preventScroll: true });
}

const SkipLink = () => (
  <a className={styles.skip} href={`#${MAIN_ID}`} onClick={skip}>
    Skip to content
  </a>
);

/** The frame of a page that works without the app. */
export const BareLayout = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.shell}>
    <SkipLink />
    <BareHeader />
    <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
      {children}
    </main>
  </div>
);

/** Says that the browser is offline, until it is online again. */
function OfflineBanner() {
  const isOnline = useOnline();
  return (
    <div role="status" className={isOnline ? undefined : styles.banner}>
      {!isOnline && 'You are offline. What you see may be out of date; it is refreshed when the connection is back.'}
    </div>
  );
}

/** The frame of every page: header, footer, toasts, and the skip link. Product §2. */
export function Layout() {
  const session = useSession();
  const rendered = useRendered();
  const isContinued = useMatches().some(({ handle }) => handle === CONTINUED);
  const epoch = useSessionEpoch();
  const needsToaster = useToasterNeeded();
  const isNavigating = useNavigation().state !== 'idle';
  const isBelowFoldDue = useDeferredValue(true, false);

  return (
    <BelowFoldContext value={isBelowFoldDue}>
      <div className={styles.shell}>
        <SkipLink />
        <div className={styles.progress} data-active={isNavigating || undefined} aria-hidden="true" />
        <Header />
        <OfflineBanner />
        <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
          <Fragment key={epoch}>
            <Outlet />
          </Fragment>
        </main>
        {(isBelowFoldDue || (rendered && !isContinued)) && <Footer />}
        {isBelowFoldDue && (
          <Suspense fallback={null}>
            <LateFrame />
          </Suspense>
        )}
        <RouteFocus mainId={MAIN_ID} />
        <ScrollPosition />
        <NavigationBanner />
        {needsToaster && (
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
    </BelowFoldContext>
  );
}
