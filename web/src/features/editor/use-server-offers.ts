import type { Draft as ServerDraft } from '@inkwell/shared/drafts';
import { useCallback, useEffect, useRef } from 'react';
import { type Draft, type DraftBase, newDraftId, offersFor } from './drafts/draft.ts';
import { imageUrlOf, isSameWords, syncedOf } from './drafts/draft-body.ts';
import { removeFromServer } from './drafts/removals.ts';
import { baseOfDraft, findServerDraft } from './drafts/server-drafts.ts';
import { isBehind, isOlder, type ServerOffer, sentOf, serverKeyOf } from './drafts/server-offer.ts';
import type { useDraft } from './drafts/use-draft.ts';
import type { useServerDraft } from './drafts/use-server-draft.ts';
import { storedImage } from './featured-image.ts';
import { type EditedPost, formOf } from './post-form.ts';

interface OffersInput {
  readonly userId: string;
  /** The post as it was last read or saved here; null while it is new. */
  readonly stored: EditedPost | null;
  readonly base: DraftBase | null;
  readonly draft: ReturnType<typeof useDraft>;
  readonly server: ReturnType<typeof useServerDraft>;
}

/** What other devices have left on the server for this editor, and how it comes here. */
export function useServerOffers({ userId, stored, base, draft, server }: OffersInput) {
  const postId = stored?.id ?? null;
  const { standing, dropOffer } = server;

  const { known } = draft;
  /** Two tabs may have left one each. */
  const localsOf = (key: string): Draft[] =>
    offersFor(known ?? [], postId).filter((local) => serverKeyOf(local) === key);
  const isHere = (offer: ServerOffer) => localsOf(offer.key).some((local) => isOlder(offer, local));
  const isUntold = (offer: ServerOffer) =>
    offer.content === undefined && localsOf(offer.key).length > 0 && !isHere(offer);
  const offers = server.offers.filter((offer) => offer.key !== draft.id && !isHere(offer) && !isUntold(offer));

  // Whether the text of a list's entry is in this browser too can only be told by the text.
  const { completeOffer } = server;
  const untold = server.offers.find(isUntold)?.key;
  useEffect(() => {
    if (!untold) return;
    findServerDraft(untold)
      .then((full) => (full ? completeOffer({ content: '', ...full }) : dropOffer({ key: untold })))
      .catch((error: unknown) => console.warn('A draft on the server could not be read', error));
  }, [untold, completeOffer, dropOffer]);

  const isLeftBehind = (local: Draft) =>
    server.offers.some((offer) => offer.key === serverKeyOf(local) && isBehind(offer, local));

  /** Takes a draft of the server into this browser. What is there under its name stays, under another one, unless it is in it. */
  const take = async (found: ServerDraft): Promise<Draft> => {
    const { form, image, version } = syncedOf(found);
    const began = found.baseUpdatedAt;
    const isOfBase = base !== null && (began === null || began === base.updatedAt);
    const isTaken = postId !== null || found.key === draft.id;
    const local = isTaken ? undefined : known?.find(({ id }) => id === found.key);
    if (local && !isBehind(found, local) && !isSameWords({ ...local, image: imageUrlOf(local.image) }, { form, image }))
      await draft.keepApart(local);
    return draft.take({
      id: isTaken ? newDraftId() : found.key,
      savedAtMs: Date.parse(found.updatedAt),
      form,
      image: storedImage(image),
      base: !postId || isOfBase || began === null ? base : await baseOfDraft(postId, began),
      submissionKey: crypto.randomUUID(),
      synced: { version, form, image },
    });
  };

  /** Brings a draft as it is now into this browser. Null: it is gone meanwhile. */
  const bring = async (offer: Pick<ServerOffer, 'key'>): Promise<Draft | null> => {
    const found = await findServerDraft(offer.key);
    return found && take(found);
  };

  // A post that was saved while its draft could not be removed: nothing of it is unsaved.
  useEffect(() => {
    if (!standing || !stored) return;
    if (!isSameWords(syncedOf(standing), { form: formOf(stored), image: stored.featuredImage })) return;
    dropOffer(standing);
    void removeFromServer(userId, standing.key, { synced: standing, sent: [] });
  }, [standing, stored, dropOffer, userId]);

  const settling = useRef<string | null>(null);
  /** Those of this post, and the one that is written on. */
  const isNewHere = (offer: ServerOffer) => !offersFor(known ?? [], postId).some((local) => isOlder(offer, local));
  const now = useRef({ isNewHere, take });
  now.current = { isNewHere, take };
  const { resume } = server;

  /**
   * Somebody writes without looking at the draft that stands on the server: it is kept here and still offered, before what is
   * written takes its place there.
   */
  const setStandingAside = useCallback(async () => {
    if (!standing || settling.current === standing.key) return;
    settling.current = standing.key;
    try {
      const found = await findServerDraft(standing.key);
      if (found && now.current.isNewHere(found)) await now.current.take(found);
      dropOffer(standing);
      resume(found && syncedOf(found));
    } catch (error) {
      // Asked for again with the next change.
      console.warn('A draft on the server could not be read', error);
    } finally {
      settling.current = null;
    }
  }, [standing, dropOffer, resume]);

  /** To be called when an earlier draft is put into the form: its changes go on from what the server has of it. */
  const goOnFrom = (found: Draft) => {
    // A draft of another post goes on as this one, of which the server has nothing yet.
    if (found.postId !== postId) {
      resume(null);
      return;
    }
    const key = postId ?? found.id;
    const offer = server.offers.find((other) => other.key === key);
    dropOffer({ key });
    const isListed = offer?.content !== undefined && isOlder(offer, found);
    resume(isListed ? syncedOf(offer) : (found.synced ?? null), sentOf(found));
  };

  /** Throws a draft of the server away; it is kept among the discarded ones of this browser. */
  const discard = async (offer: ServerOffer) => {
    const earlier = draft.offers.filter((local) => serverKeyOf(local) === offer.key && isBehind(offer, local));
    const brought = await bring(offer);
    dropOffer(offer);
    // Nobody has seen an earlier state of it beside it.
    for (const local of earlier) await draft.discard(local);
    if (brought) await draft.discard(brought);
    await removeFromServer(userId, offer.key, { synced: offer, sent: [] });
  };

  /** Removes from the server what it has of a draft of this browser; what another device wrote since stays. */
  const removeKnown = async (local: Draft) => {
    const key = postId ?? local.id;
    const listed = server.offers.find((other) => other.key === key);
    // Without its text nobody can tell whether it is the same.
    const offer = listed && listed.content === undefined ? await findServerDraft(key) : listed;
    const synced = offer && isOlder(offer, local) ? offer : (local.synced ?? null);
    dropOffer({ key });
    await removeFromServer(userId, key, { synced, sent: sentOf(local) });
  };

  return { offers, isLeftBehind, bring, discard, removeKnown, setStandingAside, goOnFrom };
}
