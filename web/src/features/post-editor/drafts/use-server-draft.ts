import { draftApi } from '@inkwell/shared/drafts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/api.ts';
import type { Synced } from './draft.ts';
import type { Known, Words } from './draft-body.ts';
import { createHold } from './draft-lock.ts';
import { createDraftSync, type DraftConflict, type SyncStatus } from './draft-sync.ts';
import { finishRemovals, keepFromNow, noteRemoval, removeFromServer, standingOf } from './removals.ts';
import { draftTransport, findServerDraft } from './server-drafts.ts';
import type { ServerOffer } from './server-offer.ts';

const CLAIM_AGAIN_MS = 5_000;

const IDLE: SyncStatus = { is: 'idle' };
const NONE: readonly ServerOffer[] = [];

/** Another device wrote too, and it is for the writer to say what becomes of both. */
export interface DraftClash {
  readonly theirs: DraftConflict['stored'];
  /** What both grew out of, as far as that is known. */
  readonly synced: Synced | null;
}

interface Owner {
  readonly userId: string;
  readonly postId: string | null;
  /** The name under which the server has what is written. */
  readonly serverKey: string;
  /** Whether what is written may be gone with the browser. */
  readonly isAtRisk: boolean;
}

async function readOffers(userId: string, postId: string | null, signal: AbortSignal): Promise<ServerOffer[]> {
  const noted = finishRemovals(userId);
  if (postId !== null) {
    const draft = await findServerDraft(postId, signal);
    return draft ? standingOf(noted, [draft]) : [];
  }
  const drafts = await call(draftApi.list, {}, { signal });
  return standingOf<ServerOffer>(
    noted,
    drafts.filter(({ baseUpdatedAt }) => baseUpdatedAt === null),
  );
}

/**
 * Keeps the words of one editor on the server too, and knows what other devices have left there. One tab of a browser sends; what
 * others write on the same post stays in the browser.
 */
export function useServerDraft({ userId, postId, serverKey: key, isAtRisk }: Owner) {
  const [status, setStatus] = useState<SyncStatus>(IDLE);
  const [synced, setSynced] = useState<Synced | null>(null);
  const [sending, setSending] = useState<Words | null>(null);
  const [offers, setOffers] = useState<readonly ServerOffer[]>(NONE);
  const [clash, setClash] = useState<DraftClash | null>(null);
  const [isSender, setSender] = useState(true);
  const [sync] = useState(() =>
    createDraftSync({
      transport: {
        send(key, words, synced) {
          keepFromNow(userId, key);
          return draftTransport.send(key, words, synced);
        },
      },
      onStatus: setStatus,
      onSending: setSending,
      onSynced: setSynced,
      onConflict: (theirs, base) => setClash({ theirs, synced: base }),
    }),
  );
  useEffect(() => sync.hurry(isAtRisk), [sync, isAtRisk]);
  const settle = useCallback(
    (isSending: boolean) => {
      setSender(isSending);
      if (!isSending) sync.leave();
    },
    [sync],
  );
  const [hold] = useState(() => createHold(() => settle(false)));
  /** The name of the draft that is to be taken from another tab as soon as this one goes on with it. */
  const taking = useRef<string | null>(null);
  const claim = useCallback(async () => {
    const isTaking = taking.current === key;
    taking.current = null;
    // A name that this editor has just let go of is free only then.
    await null;
    settle(await hold.move(`post:${key}`, { isTaking }));
  }, [hold, key, settle]);
  useEffect(() => {
    void claim();
    return () => hold.release();
  }, [claim, hold]);
  useEffect(() => {
    if (isSender) return;
    // The other tab may be closed at any time.
    const timer = setInterval(() => void claim(), CLAIM_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isSender, claim]);

  useEffect(() => {
    const leaving = new AbortController();
    readOffers(userId, postId, leaving.signal)
      .then((found) => !leaving.signal.aborted && setOffers(found.length > 0 ? found : NONE))
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) console.warn('Drafts on the server could not be read', error);
      });
    return () => leaving.abort();
  }, [userId, postId]);

  useEffect(() => {
    sync.attend(true);
    const flush = () => sync.flush();
    const onVisibility = () => document.visibilityState === 'hidden' && sync.flush();
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('pagehide', flush);
    window.addEventListener('online', flush);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('online', flush);
      sync.attend(false);
    };
  }, [sync]);

  /** What the writer has now. */
  const change = useCallback((words: Words) => isSender && sync.change(key, words), [sync, key, isSender]);

  /** Goes on from what the server has of a draft, or may have; from then on nothing of this key is offered. */
  const resume = useCallback(
    (from: Synced | null, sent: Known['sent'] = []) => {
      setClash(null);
      setSending(null);
      setSynced(from);
      sync.resume(from, sent);
    },
    [sync],
  );

  const dropOffer = useCallback((offer: Pick<ServerOffer, 'key'>) => {
    setOffers((others) => (others.length > 0 ? others.filter((other) => other.key !== offer.key) : others));
  }, []);

  /** Puts the text beside an offer that came without it. */
  const completeOffer = useCallback((full: ServerOffer) => {
    setOffers((others) => others.map((other) => (other.key === full.key ? full : other)));
  }, []);

  /** Removes the draft from the server, after a save or with the writer's will; later changes begin a new one. */
  const remove = useCallback(async () => {
    // The page may be left before the answer to what is under way.
    noteRemoval(userId, key, sync.known());
    await sync.stop();
    const { synced, sent } = sync.known();
    resume(null, synced ? [...sent, synced] : sent);
    setStatus(IDLE);
    await removeFromServer(userId, key, { synced, sent });
  }, [sync, resume, userId, key]);

  return {
    status,
    synced,
    sending,
    offers,
    clash,
    /** Whether another tab of this browser sends what is written on this post. */
    isElsewhere: !isSender,
    /** Has this tab send what is written on the draft of that name: at once, or as soon as it goes on with it. */
    takeOver: useCallback(
      (of: string) => {
        taking.current = of;
        if (of === key) void claim();
      },
      [claim, key],
    ),
    /** A draft that stands where the changes of this editor go, until it is settled what becomes of it, or known what they go on from. */
    standing: synced ? null : (offers.find((offer) => offer.key === key) ?? null),
    change,
    flush: sync.flush,
    resume,
    dropOffer,
    completeOffer,
    remove,
  };
}
