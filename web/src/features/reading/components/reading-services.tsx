import { useEffect } from 'react';
import { identityStore } from '../../../lib/identity-store.ts';
import { useViewer } from '../../../lib/session.tsx';
import { forgetPlaces, sendPlaces } from '../api/places.ts';

/** While somebody is signed in: sends their reading positions when the page is hidden. */
export function ReadingServices() {
  const userId = useViewer()?.id;

  useEffect(() => {
    if (!userId) return;
    const onHidden = () => {
      if (document.visibilityState === 'hidden') void sendPlaces(userId);
    };
    document.addEventListener('visibilitychange', onHidden);
    const stopWatching = identityStore.onLost(() => forgetPlaces(userId));
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      stopWatching();
    };
  }, [userId]);

  return null;
}
