import { useEffect, useState } from 'react';
import { useSession } from '../lib/session.tsx';

interface EarlyPress {
  /** Whether a press waits for the session. */
  readonly isEarly: boolean;
  /** Holds a press while the session is loading. @returns whether it does; otherwise the caller acts at once */
  readonly keep: () => boolean;
}

/** Holds a press on a button that needs an account until the session is known. @param act then called, once */
export function useEarlyPress(act: (isSignedIn: boolean) => void): EarlyPress {
  const { status } = useSession();
  const [isEarly, setEarly] = useState(false);
  useEffect(() => {
    if (!isEarly || status === 'loading') return;
    setEarly(false);
    act(status === 'signed-in');
  }, [isEarly, status, act]);
  return {
    isEarly,
    keep() {
      if (status === 'loading') setEarly(true);
      return status === 'loading';
    },
  };
}
