import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { cardAct } from '../../../lib/card-act.ts';
import { useViewer } from '../../../lib/session.tsx';
import { bookmarkQueries } from '../api/queries.ts';
import { sendUnsent } from '../api/sending.ts';
import { keepSavedHere } from '../saved-here.ts';
import { SaveToggle } from './save-toggle.tsx';

/** While somebody is signed in: enables Save on cards, sends changes that were made offline, and stores saved posts in this browser. */
export function BookmarkServices() {
  const client = useQueryClient();
  const userId = useViewer()?.id ?? '';
  // Loaded when a card or an article needs it.
  const { data: saved } = useQuery({ ...bookmarkQueries.saved(userId), enabled: false });

  useEffect(() => {
    if (!saved) return;
    const keep = () => keepSavedHere(saved.posts.map(({ postId }) => postId));
    keep();
    // Posts that were saved offline or not loaded completely.
    window.addEventListener('online', keep);
    return () => window.removeEventListener('online', keep);
  }, [saved]);

  useEffect(() => {
    cardAct.set(SaveToggle);
    return () => cardAct.set(null);
  }, []);

  // Changes that an earlier page could not send.
  useEffect(() => void sendUnsent(client, userId), [client, userId]);

  return null;
}
