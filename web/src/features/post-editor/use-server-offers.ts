import type { Draft as ServerDraft } from '@inkwell/shared/drafts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isApiError } from '../../lib/api.ts';
import { type Draft, type DraftBase, draftIdFor, offersFor } from './drafts/draft.ts';
import { isSameWords, syncedOf } from './drafts/draft-body.ts';
import { DraftConflict } from './drafts/draft-sync.ts';
import { isWithin } from './drafts/emptied-versions.ts';
import { removeBeside, removeFromServer } from './drafts/removals.ts';
import { baseOfDraft, draftTransport, findServerDraft } from './drafts/server-drafts.ts';
import {
  broughtHere,
  isBehind,
  isBeside,
  isOlder,
  type ServerOffer,
  sentOf,
  serverKeyOf,
} from './drafts/server-offer.ts';
import type { Taken, useDraft } from './drafts/use-draft.ts';
import type { useServerDraft } from './drafts/use-server-draft.ts';
import { type EditedPost, formOf } from './post-form.ts';

const ASK_AGAIN_MS = 5_000;

/**
 * Has the server keep a draft, over which something else is to be written, as one of a new post: the browser that writes over it may be
 * lost as well. A repeat, here or on another device, makes no second one.
 * @returns where it is; `elsewhere` when somebody has gone on with it there; null where there is no room for it
 */
async function putBeside(
  found: ServerDraft,
  userId: string,
): Promise<NonNullable<Draft['beside']> | 'elsewhere' | null> {
  const words = syncedOf(found);
  const key = draftIdFor(JSON.stringify(['beside', userId, found.key, found.version]));
  try {
    return { key, version: await draftTransport.send(key, { ...words, baseUpdatedAt: null }, null) };
  } catch (error) {
    if (error instanceof DraftConflict)
      return isSameWords(error.stored, words) ? { key, version: error.stored.version } : 'elsewhere';
    if (isApiError(error, 400) || isApiError(error, 403)) return null;
    throw error;
  }
}

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
  const [attempt, setAttempt] = useState(0);
  const askAgain = useCallback((error: unknown) => {
    console.warn('A draft on the server could not be read or set aside', error);
    setTimeout(() => setAttempt((count) => count + 1), ASK_AGAIN_MS);
  }, []);
  const { standing, dropOffer } = server;

  const { known } = draft;
  /** Two tabs may have left one each. */
  const localsOf = (key: string): Draft[] =>
    offersFor(known ?? [], postId).filter((local) => serverKeyOf(local) === key);
  const isHere = (offer: ServerOffer) => localsOf(offer.key).some((local) => isOlder(offer, local));
  const isUntold = (offer: ServerOffer) =>
    offer.content === undefined && localsOf(offer.key).length > 0 && !isHere(offer);
  const offers = server.offers.filter(
    (offer) =>
      (postId !== null || offer.key !== draft.serverKey) &&
      !isHere(offer) &&
      !isUntold(offer) &&
      !isBeside(offer, known ?? []),
  );

  // Whether the text of a list's entry is in this browser too can only be told by the text.
  const { completeOffer } = server;
  const untold = server.offers.find(isUntold)?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is a new one
  useEffect(() => {
    if (!untold) return;
    findServerDraft(untold)
      .then((full) => (full ? completeOffer({ content: '', ...full }) : dropOffer({ key: untold })))
      .catch(askAgain);
  }, [untold, attempt, askAgain, completeOffer, dropOffer]);

  /** Takes a draft of the server into this browser, beside what it has. */
  const take = async (found: ServerDraft, beside: Draft['beside'] | null = null): Promise<Taken> => {
    const began = found.baseUpdatedAt;
    const isOfBase = base !== null && (began === null || began === base.updatedAt);
    return draft.take({
      ...broughtHere(found),
      ...(postId === null && { serverKey: found.key }),
      ...(beside && { beside }),
      base: !postId || isOfBase || began === null ? base : await baseOfDraft(postId, began),
      synced: syncedOf(found),
    });
  };

  /** Brings a draft as it is now into this browser, unless that has a later state of it. Null: it is gone meanwhile. */
  const bring = async ({ key }: Pick<ServerOffer, 'key'>): Promise<Taken | null> => {
    const found = await findServerDraft(key);
    if (!found) return null;
    const later = localsOf(key).find((local) => isOlder(found, local));
    if (later) return { draft: later, kept: 'all' };
    const earlier = localsOf(key).filter((local) => isBehind(found, local));
    const taken = await take(found);
    if (taken.kept) for (const local of earlier) await draft.putAway(local);
    return taken;
  };

  // A post that was saved while its draft could not be removed: nothing of it is unsaved.
  useEffect(() => {
    if (!standing || !stored) return;
    if (!isSameWords(syncedOf(standing), { form: formOf(stored), image: stored.featuredImage })) return;
    dropOffer(standing);
    void removeFromServer(userId, standing.key, { synced: standing, sent: [] });
  }, [standing, stored, dropOffer, userId]);

  const settling = useRef<string | null>(null);
  const notBeforeMs = useRef(0);
  /** Those of this post, and the one that is written on. */
  const isNewHere = (offer: ServerOffer) => !offersFor(known ?? [], postId).some((local) => isOlder(offer, local));
  const now = useRef({ isNewHere, take, standing, server });
  now.current = { isNewHere, take, standing, server };
  const { resume } = server;

  /**
   * Somebody writes without looking at the draft that stands on the server: it is kept here and still offered, before what is
   * written takes its place there.
   */
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is a new one
  const setStandingAside = useCallback(async () => {
    if (!standing || settling.current === standing.key || Date.now() < notBeforeMs.current) return;
    settling.current = standing.key;
    try {
      // It may have been read long ago.
      const found = await findServerDraft(standing.key);
      if (found && now.current.isNewHere(found)) {
        const beside = await putBeside(found, userId);
        const { kept } = await now.current.take(found, beside === 'elsewhere' ? null : beside);
        // What somebody has gone on with elsewhere is safe there.
        if (beside === null && (kept === null || kept === 'for-now'))
          throw new Error('Neither browser nor server has room for it');
      }
      // Restored, sent or discarded meanwhile: then what is written goes on from that.
      if (now.current.standing?.key !== standing.key) return;
      dropOffer(standing);
      resume(found && syncedOf(found));
    } catch (error) {
      notBeforeMs.current = Date.now() + ASK_AGAIN_MS;
      askAgain(error);
    } finally {
      settling.current = null;
    }
  }, [standing, dropOffer, resume, attempt, askAgain, userId]);

  const { beside, dropBeside } = draft;
  const { synced } = server;
  /** The draft that was gone on with last. */
  const goneOnWith = useRef<Draft | null>(null);
  useEffect(() => {
    const { current } = goneOnWith;
    // Until its own place on the server holds the words, the one beside may be all that is left of them.
    if (!beside || !synced || current?.id !== draft.id || !isWithin(current, synced)) return;
    void removeBeside({ userId, beside });
    dropBeside();
  }, [beside, synced, dropBeside, userId, draft.id]);

  /** To be called when an earlier draft is put into the form: its changes go on from what the server has of it. */
  const goOnFrom = (found: Draft) => {
    // A draft of another post goes on as this one, of which the server has nothing yet.
    if (found.postId !== postId) {
      resume(null);
      return;
    }
    const key = serverKeyOf(found);
    const offer = server.offers.find((other) => other.key === key);
    const { synced, sending } = now.current.server;
    const isPresent = key === draft.serverKey;
    dropOffer({ key });
    // What this browser has besides may be written over: it is offered here.
    const isOurs = offer?.content !== undefined && (isOlder(offer, found) || isHere(offer));
    const from = [isOurs ? syncedOf(offer) : null, isPresent ? synced : null, found.synced ?? null].reduce(
      (newest, one) => (one && one.version > (newest?.version ?? 0) ? one : newest),
    );
    goneOnWith.current = found;
    resume(from, [...sentOf(found), ...(isPresent && sending ? [sending] : [])]);
  };

  /** Throws a draft of the server away; it is kept among the discarded ones of this browser. */
  const discard = async (offer: ServerOffer) => {
    const found = await findServerDraft(offer.key);
    if (found) await draft.discard((await take(found)).draft);
    dropOffer(offer);
    await removeFromServer(userId, offer.key, { synced: offer, sent: [] });
  };

  /** Removes from the server what it has of a draft of this browser; what another device wrote since stays. */
  const removeKnown = async (local: Draft) => {
    const key = serverKeyOf(local);
    const listed = server.offers.find((other) => other.key === key);
    // Without its text nobody can tell whether it is the same.
    const offer = listed && listed.content === undefined ? await findServerDraft(key) : listed;
    const synced = offer && isOlder(offer, local) ? offer : (local.synced ?? null);
    dropOffer({ key });
    await removeFromServer(userId, key, { synced, sent: sentOf(local) });
    await removeBeside(local);
  };

  /** To be called when all is saved or thrown away. */
  const forgetBeside = async () => {
    dropBeside();
    await removeBeside({ userId, beside });
  };

  return { offers, bring, discard, removeKnown, setStandingAside, goOnFrom, forgetBeside };
}
