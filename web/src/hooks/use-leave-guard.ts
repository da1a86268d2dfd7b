import { useRef } from 'react';
import { type Location, useBeforeUnload, useBlocker } from 'react-router';

interface LeaveGuard {
  /** Whether the reader wants to leave and must be asked. */
  readonly isAsking: boolean;
  readonly leave: () => void;
  readonly stay: () => void;
}

/**
 * Blocks navigations by links, Back and Forward while `hasUnsaved` is true, and makes the browser ask before the page is closed or reloaded.
 * @param hasUnsaved called with the destination; null if the page is closed
 */
export function useLeaveGuard(hasUnsaved: (to: Location | null) => boolean): LeaveGuard {
  const ask = useRef(hasUnsaved);
  ask.current = hasUnsaved;
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      (from.pathname !== to.pathname || from.search !== to.search) && ask.current(to),
  );
  useBeforeUnload((event) => {
    if (ask.current(null)) event.preventDefault();
  });

  return {
    isAsking: blocker.state === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  };
}
