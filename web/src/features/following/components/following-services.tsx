import { followingApi } from '@inkwell/shared/following';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../lib/api.ts';
import { identityStore } from '../../../lib/identity-store.ts';
import { safeStorage } from '../../../lib/safe-storage.ts';
import { useViewer } from '../../../lib/session.tsx';
import { whenIdle } from '../../../lib/when-idle.ts';
import { notificationQueries } from '../../notifications/api/queries.ts';
import { followingQueries } from '../api/queries.ts';

const EVERY_MS = 60 * 60_000;
/** Retry delay after a failed look. */
const AGAIN_MS = 5 * 60_000;

const keyOf = (userId: string) => `inkwell:looked:${userId}`;

/** While somebody is signed in: looks for new posts of followed things, at sign-in and once an hour. */
export function FollowingServices() {
  const client = useQueryClient();
  const userId = useViewer()?.id;

  useEffect(() => {
    if (!userId) return;
    const key = keyOf(userId);
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** For browsers that store nothing. */
    let lookedMs = 0;
    const note = (atMs: number) => {
      lookedMs = atMs;
      safeStorage.set(key, String(atMs));
    };
    /** Time until the next look; all tabs share the time of the last one. */
    const leftMs = () => {
      const left = Number(safeStorage.get(key) ?? lookedMs) + EVERY_MS - Date.now();
      // The clock may have been set back.
      return left > EVERY_MS ? 0 : Math.max(left, 0);
    };
    const wait = () => {
      clearTimeout(timer);
      if (!isOver) timer = setTimeout(look, leftMs());
    };
    const look = () => {
      // It waits until somebody sees the tab.
      if (document.visibilityState === 'hidden') return;
      if (leftMs() > 0) return wait();
      note(Date.now());
      call(followingApi.look)
        .then(({ newPosts }) => {
          if (newPosts === 0) return;
          void client.invalidateQueries({ queryKey: notificationQueries.all });
          void client.invalidateQueries({ queryKey: followingQueries.all });
        })
        .catch(() => {
          if (!isOver) note(Date.now() - EVERY_MS + AGAIN_MS);
        })
        .finally(wait);
    };

    whenIdle(wait);
    document.addEventListener('visibilitychange', wait);
    // The next sign-in looks at once.
    const stopWatching = identityStore.onLost(() => safeStorage.remove(key));
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wait);
      stopWatching();
    };
  }, [client, userId]);

  return null;
}
