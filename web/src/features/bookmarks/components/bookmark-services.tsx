import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { cardAct } from '../../../lib/card-act.ts';
import { useViewer } from '../../../lib/session.tsx';
import { bookmarkQueries } from '../api/queries.ts';
import { sendUnsent } from '../api/sending.ts';
import { keepSavedHere } from '../saved-here.ts';
import { SaveToggle } from './save-toggle.tsx';

/** While somebody is signed in: cards can be saved, what was saved without network is sent, and this browser keeps saved posts. */
export function BookmarkServices() {
  const client = useQueryClient();
  const userId = useViewer()?.id ?? '';
  // Read when a card or an article asks for it.
  const { data: saved } = useQuery({ ...bookmarkQueries.saved(userId), enabled: false });

  useEffect(() => {
    if (!saved) return;
    const keep = () => keepSavedHere(saved.posts.map(({ postId }) => postId));
    keep();
    // What was saved without a network, or not loaded to its end.
    window.addEventListener('online', keep);
    return () => window.removeEventListener('online', keep);
  }, [saved]);

  useEffect(() => {
    cardAct.set(SaveToggle);
    return () => cardAct.set(null);
  }, []);

  // What an earlier page could not send.
  useEffect(() => void sendUnsent(client, userId), [client, userId]);

  return null;
}
