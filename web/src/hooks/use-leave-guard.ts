import { useEffect, useRef } from 'react';
import { type Location, useBlocker } from 'react-router';

interface LeaveGuard {
  /** Whether somebody wants to leave and has to be asked. */
  readonly isAsking: boolean;
  readonly leave: () => void;
  readonly stay: () => void;
}

/**
 * Holds back whoever leaves the page by a link, Back or Forward while `hasUnsaved` says so, and lets the browser ask those who
 * close or reload it. `hasUnsaved` is called at that moment, with where they go; null for out of the app.
 */
export function useLeaveGuard(hasUnsaved: (to: Location | null) => boolean): LeaveGuard {
  const ask = useRef(hasUnsaved);
  ask.current = hasUnsaved;
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      (from.pathname !== to.pathname || from.search !== to.search) && ask.current(to),
  );

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (ask.current(null)) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);

  return {
    isAsking: blocker.state === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  };
}
