import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { type Location, ScrollRestoration, useLocation } from 'react-router';
import { useBelowFold } from '../../hooks/use-below-fold.ts';
import { forgetScroll, SCROLL_STORAGE_KEY } from '../../lib/scroll-storage.ts';

/**
 * Scroll positions are stored by history entry. A reader who returns from signing in gets the position of the page they
 * left.
 */
const placeKey = ({ key, state }: Location): string => (typeof state?.placeKey === 'string' ? state.placeKey : key);

/** Runs a callback once, in the commit that adds this component. */
function Once({ run }: { readonly run: () => void }) {
  const runOnce = useEffectEvent(run);
  useLayoutEffect(() => {
    runOnce();
  }, []);
  return null;
}

/**
 * The router's scroll restoration. A served page can be read and scrolled before the app starts. A reader who has done so stays in place, where the
 * router would scroll to the top or to the position before a reload. A position that the browser restored does not count unless the reader has used
 * the page since, because it may be the end of the served page.
 */
export function ScrollPosition() {
  const isRestored = useBelowFold();
  const location = useLocation();
  const scrollY = useRef(0);
  if (!isRestored) return null;
  const look = () => {
    scrollY.current = window.scrollY;
    const hadInput = document.documentElement.hasAttribute('data-had-input');
    if (scrollY.current > 0 && hadInput) forgetScroll(placeKey(location));
  };
  // Sibling effects run in order.
  return (
    <>
      <Once run={look} />
      <ScrollRestoration storageKey={SCROLL_STORAGE_KEY} getKey={placeKey} />
      <Once run={() => scrollY.current > 0 && window.scrollTo(0, scrollY.current)} />
    </>
  );
}
