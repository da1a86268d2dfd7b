import { lineBell, linePen, linePeople } from '@inkwell/shared/line-icons';
import { type RefObject, Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../../../components/button.tsx';
import { ErrorBoundary } from '../../../components/error-boundary.tsx';
import { Icon } from '../../../components/icon.tsx';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { useBelowFold } from '../../../hooks/use-below-fold.ts';
import { useRendered } from '../../../lib/rendered.ts';
import { useSite } from '../../../lib/site.ts';
import { usePageTitle } from '../../../lib/title.ts';
import type { AuthTab } from '../../auth/components/auth-card.tsx';
import { AuthCard } from '../../auth/lazy-auth-card.ts';
import { NewestStories } from '../components/newest-stories.tsx';
import { PopularBlogs } from '../components/popular-blogs.tsx';
import styles from './landing-page.module.css';

/** How long the auth section stays highlighted after Sign In or Join. Product §9. */
const HIGHLIGHT_MS = 3_000;

interface AuthRequest {
  readonly tab: AuthTab;
  readonly key: string;
  /** How to scroll to the card; at once by default. */
  readonly behavior?: ScrollBehavior;
}

/**
 * The tab that the header's buttons open. It is read once and removed from the history entry, so that neither Back nor
 * a reload opens it again.
 */
function useHeaderRequest(onRequest: (request: AuthRequest) => void): void {
  const { state, key, ...place } = useLocation();
  const navigate = useNavigate();
  const tab = (state as { auth?: AuthTab } | null)?.auth;
  const answer = useEffectEvent(() => {
    if (!tab) return;
    onRequest({ tab, key });
    const { auth: _told, ...rest } = state;
    void navigate(place, { replace: true, state: rest, preventScrollReset: true });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each click is a navigation with its own key
  useEffect(() => answer(), [tab, key]);
}

/** Scrolls to the card for each request, once the card is rendered and unfolded. */
function ScrollTo({
  section,
  request,
}: {
  readonly section: RefObject<HTMLElement | null>;
  readonly request: AuthRequest | null;
}) {
  useLayoutEffect(() => {
    if (request) section.current?.scrollIntoView({ block: 'center', behavior: request.behavior ?? 'auto' });
  }, [section, request]);
  return null;
}

/** Reasons to join; nothing if there are none. */
function FeatureBlurbs() {
  const { heading, title1, text1, title2, text2, title3, text3 } = useSite().features;
  const blurbs = [
    { icon: linePen, title: title1, text: text1 },
    { icon: linePeople, title: title2, text: text2 },
    { icon: lineBell, title: title3, text: text3 },
  ].filter(({ title, text }) => title !== null || text !== null);
  if (blurbs.length === 0) return null;
  return (
    <section className={`container ${styles.section}`} aria-labelledby={heading === null ? undefined : 'features'}>
      {heading !== null && (
        <h2 id="features" className={styles.heading} dir="auto">
          {heading}
        </h2>
      )}
      <ul className={styles.list}>
        {blurbs.map(({ icon, title, text }) => (
          <li key={icon.line} className={styles.blurb} dir="auto">
            <span className={styles.icon}>
              <Icon icon={icon} />
            </span>
            {title !== null && <h3>{title}</h3>}
            {text !== null && <p>{text}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The page for visitors. Product §2. */
export function LandingPage() {
  const auth = useRef<HTMLElement>(null);
  /** The latest request, from header or page. */
  const [request, setRequest] = useState<AuthRequest | null>(null);
  const [litBy, setLitBy] = useState<string | null>(null);
  const isRendered = useRendered() !== null;
  const isWhole = useBelowFold() || isRendered;
  usePageTitle(null);

  useHeaderRequest((asked) => {
    setRequest(asked);
    setLitBy(asked.key);
  });
  useEffect(() => {
    if (litBy === null) return;
    const timer = setTimeout(() => setLitBy(null), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [litBy]);

  const { hero, name } = useSite();

  const getStarted = () => {
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    setRequest({ tab: 'sign-up', key: String(Date.now()), behavior: isCalm ? 'auto' : 'smooth' });
  };

  return (
    <>
      <section className={`container ${styles.hero}`}>
        <div className={styles.words}>
          {hero.kicker !== null && <p className={styles.kicker}>{hero.kicker}</p>}
          <h1 className={hero.title === null ? 'visually-hidden' : undefined}>{hero.title ?? name}</h1>
          {hero.lead !== null && <p className={styles.lead}>{hero.lead}</p>}
          {hero.trust !== null && <p className={styles.trust}>{hero.trust}</p>}
          <NewestStories />
        </div>
        <section
          ref={auth}
          className={styles.auth}
          aria-label="Sign in or create an account"
          data-highlighted={litBy !== null || undefined}
        >
          <ErrorBoundary title="Signing in is not available right now">
            <Suspense
              fallback={
                <LoadingRegion
                  label="Loading the sign-in form"
                  className={request ? styles.authOpening : styles.authLoading}
                >
                  <Skeleton height="100%" />
                </LoadingRegion>
              }
            >
              <AuthCard request={request} />
              <ScrollTo section={auth} request={request} />
            </Suspense>
          </ErrorBoundary>
        </section>
      </section>
      {isWhole && (
        <>
          <PopularBlogs />
          <FeatureBlurbs />
          <section className={`container ${styles.action}`}>
            <div className={styles.actionBox}>
              <h2>Your next favourite story is waiting.</h2>
              <p>Join a community that reads to the end. It takes a minute and costs nothing.</p>
              <Button size="large" onClick={getStarted}>
                Get Started Today
              </Button>
            </div>
          </section>
        </>
      )}
    </>
  );
}
