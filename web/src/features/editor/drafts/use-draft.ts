import { useCallback, useEffect, useRef, useState } from 'react';
import type { Draft, DraftStore } from './draft.ts';
import { abandonedDrafts, holdDraft } from './draft-lock.ts';
import { createDraftWriter, type DraftStatus } from './draft-writer.ts';

export type DraftContent = Pick<Draft, 'form' | 'image' | 'base' | 'submissionKey'>;

interface Owner {
  readonly store: DraftStore;
  readonly userId: string;
  readonly postId: string | null;
}

/**
 * Keeps the work of one editor in the browser and knows of earlier work that was not saved.
 * `keep` is called with every change, `forget` after a save or when the writer wants it gone.
 */
export function useDraft({ store, userId, postId }: Owner) {
  const [draftId, setDraftId] = useState<string>(() => crypto.randomUUID());
  const [status, setStatus] = useState<DraftStatus>('idle');
  const [offers, setOffers] = useState<readonly Draft[]>([]);
  const [writer] = useState(() => createDraftWriter(store, setStatus));
  const isKept = useRef(false);
  const ownId = useRef(draftId);
  ownId.current = draftId;

  useEffect(() => holdDraft(draftId), [draftId]);

  useEffect(() => {
    let isCurrent = true;
    store
      .list(userId, postId)
      .then(abandonedDrafts)
      .then((drafts) => isCurrent && setOffers(drafts.filter(({ id }) => id !== ownId.current)))
      .catch((error: unknown) => console.warn('Drafts could not be read', error));
    return () => {
      isCurrent = false;
    };
  }, [store, userId, postId]);

  const keep = useCallback(
    (content: DraftContent) => {
      isKept.current = true;
      writer.write({ ...content, id: draftId, userId, postId, savedAtMs: Date.now() });
    },
    [writer, draftId, userId, postId],
  );

  const forget = useCallback(async () => {
    if (!isKept.current) return;
    isKept.current = false;
    await writer.clear(draftId).catch((error: unknown) => console.warn('A draft could not be removed', error));
  }, [writer, draftId]);

  /** Goes on with an earlier draft; what was typed here so far stays a draft of its own. */
  const adopt = useCallback((draft: Draft) => {
    isKept.current = true;
    setDraftId(draft.id);
    setOffers((others) => others.filter(({ id }) => id !== draft.id));
  }, []);

  const discard = useCallback(
    async (draft: Draft) => {
      setOffers((others) => others.filter(({ id }) => id !== draft.id));
      await store.remove(draft.id).catch((error: unknown) => console.warn('A draft could not be removed', error));
    },
    [store],
  );

  /** Leaves the present draft as it is, offers it at once, and goes on under another id. */
  const setAside = useCallback(
    (content: DraftContent) => {
      const draft = { ...content, id: draftId, userId, postId, savedAtMs: Date.now() };
      writer.write(draft);
      isKept.current = false;
      setOffers((others) => [draft, ...others]);
      setDraftId(crypto.randomUUID());
    },
    [writer, draftId, userId, postId],
  );

  return { status, offers, keep, forget, adopt, discard, setAside };
}
