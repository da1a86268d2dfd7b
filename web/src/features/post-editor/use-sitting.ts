import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { WantedDraft } from './session/offers.ts';

/**
 * The parameters in an editor's address: the id of the post or page (null for a new one) and a draft, with the key of the editor. Another address
 * gets another editor, except that a new post keeps its editor when a save gives it an address.
 * @param name the parameter with the id
 */
export function useSitting(name: 'edit' | 'page') {
  const [search] = useSearchParams();
  const id = search.get(name);
  const [sitting, setSitting] = useState({ id, key: 0, isNew: id === null, next: null as string | null });
  if (sitting.id !== id) {
    const isSame = id !== null && sitting.next === id;
    setSitting(isSame ? { ...sitting, id, next: null } : { id, key: sitting.key + 1, isNew: id === null, next: null });
  }
  const draftId = search.get('draft');
  const draft: WantedDraft | null =
    draftId === null ? null : { id: draftId, isOnServer: search.get('from') === 'server' };
  return { ...sitting, id, draft, goOnAt: (next: string) => setSitting((now) => ({ ...now, next })) };
}
