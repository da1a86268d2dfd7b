import { useCallback, useEffect, useRef, useState } from 'react';
import { Unable } from '../../../lib/failure.ts';
import {
  apart,
  type Draft,
  type DraftContent,
  type DraftStore,
  type Kept,
  newDraftId,
  offersFor,
  takenBack,
} from './draft.ts';
import { createHold, openElsewhere } from './draft-lock.ts';
import { createDraftWriter, type DraftStatus } from './draft-writer.ts';
import { serverKeyOf } from './server-offer.ts';
import { useEmptied } from './use-emptied.ts';

/** A draft that came from elsewhere, and how well the browser keeps it; null: not at all. */
export interface Taken {
  readonly draft: Draft;
  readonly kept: Kept | null;
}

interface Owner {
  readonly store: DraftStore;
  readonly userId: string;
  readonly postId: string | null;
  /** Another tab has gone on with what was written here; what is written here from now on is a draft of its own. */
  readonly onTakenAway: () => void;
}

/** How an earlier draft is gone on with: by this tab alone, by taking it from the tab that writes it, or as a copy. */
export type Adoption = 'alone' | 'take' | 'copy';

const KEEPS_NOTHING = 'This browser keeps nothing at present, and so could not give it back.';

/** Beyond the time after which a store counts as one that does not answer. */
const LOOK_AGAIN_MS = [6_000, 20_000];

/** What became of the wish to go on with an earlier draft. */
export type Adopted = { readonly draft: Draft } | { readonly draft: null; readonly reason: 'busy' | 'gone' };

/**
 * Keeps the work of one editor in the browser and knows of earlier work that was not saved. `keep` is called with every
 * change, `rest` while nothing is changed (any more), `forget` after a save.
 */
export function useDraft({ store, userId, postId, onTakenAway }: Owner) {
  const [own, setOwn] = useState<Pick<Draft, 'id' | 'serverKey' | 'beside'>>(() => ({ id: newDraftId() }));
  const draftId = own.id;
  const [status, setStatus] = useState<DraftStatus>('idle');
  const [known, setKnown] = useState<readonly Draft[] | null>(null);
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set());
  const [discarded, setDiscarded] = useState<Draft | null>(null);
  const [isTakenAway, setTakenAway] = useState(false);
  const [writer] = useState(() => createDraftWriter(store, setStatus));
  const isKept = useRef(false);
  /** Whether nothing stands here that is not stored: what is kept is what was taken out. */
  const isResting = useRef(false);
  const ownId = useRef(draftId);

  const goOnAs = useCallback((id: string, { serverKey, beside }: Pick<Draft, 'serverKey' | 'beside'> = {}) => {
    ownId.current = id;
    setOwn({ id, ...(serverKey !== undefined && { serverKey }), ...(beside && { beside }) });
  }, []);

  const lose = useRef(() => {});
  const [hold] = useState(() => createHold(() => lose.current()));
  useEffect(() => {
    // An earlier mount of this editor may still hold the name, and nobody else can.
    void hold.move(ownId.current, { isTaking: true });
    return () => hold.release();
  }, [hold]);

  const look = useCallback(async (): Promise<Draft[]> => {
    const drafts = await store.list(userId);
    const busy = await openElsewhere(drafts.map(({ id }) => id).filter((id) => id !== ownId.current));
    setBusyIds((ids) => (ids.size + busy.size > 0 ? busy : ids));
    setKnown((known) => (known?.length === 0 && drafts.length === 0 ? known : drafts));
    return drafts;
  }, [store, userId]);

  useEffect(() => {
    const lookAgain = () => void look().catch((error: unknown) => console.warn('Drafts could not be read', error));
    lookAgain();
    // After it was killed, a browser may take long to open its database.
    const timers = LOOK_AGAIN_MS.map((ms) => setTimeout(lookAgain, ms));
    window.addEventListener('focus', lookAgain);
    return () => {
      for (const timer of timers) clearTimeout(timer);
      window.removeEventListener('focus', lookAgain);
    };
  }, [look]);

  const recordOf = useCallback(
    (content: DraftContent): Draft => ({ ...content, ...own, userId, postId, savedAtMs: Date.now() }),
    [own, userId, postId],
  );

  /** @returns how well the browser keeps it; null: not at all */
  const change = useCallback(
    async (draft: Draft): Promise<Kept | null> => {
      setKnown((drafts) => [draft, ...(drafts ?? []).filter(({ id }) => id !== draft.id)]);
      try {
        return await store.put(draft);
      } catch (error) {
        console.warn('A draft could not be kept', error);
        setKnown((drafts) => drafts?.filter(({ id }) => id !== draft.id) ?? null);
        return null;
      }
    },
    [store],
  );

  const emptied = useEmptied({ store, userId, writer, change });
  const { write, settle, release, begin, isHardlyWritten } = emptied;

  lose.current = () => {
    // What is written here from now on is kept apart, beginning with all that stands here.
    const id = newDraftId();
    goOnAs(id);
    setTakenAway(true);
    // What was taken out here is the other tab's now.
    if (isResting.current) {
      isKept.current = false;
      begin(null);
    }
    onTakenAway();
    void hold.move(id, { isTaking: true });
  };

  const keep = useCallback(
    (content: DraftContent) => {
      isKept.current = true;
      isResting.current = false;
      write(content, recordOf);
    },
    [write, recordOf],
  );

  const restAt = emptied.rest;
  const rest = useCallback(
    (content: DraftContent) => {
      isResting.current = true;
      if (isKept.current) restAt(content, recordOf);
    },
    [restAt, recordOf],
  );

  const forgetOwn = useCallback(async () => {
    begin(null);
    if (!isKept.current) return;
    isKept.current = false;
    await writer.clear(ownId.current);
  }, [writer, begin]);

  const forget = useCallback(async () => {
    await Promise.all([forgetOwn(), settle()]);
  }, [forgetOwn, settle]);

  /** Called when the editor is left with nothing to save: what was hardly written and taken back is not worth an offer. */
  const tidy = useCallback(() => {
    if (isHardlyWritten()) void forgetOwn();
  }, [forgetOwn, isHardlyWritten]);

  /**
   * Throws away what is written here; it can be had back from the list of drafts.
   * @throws Unable where the browser cannot keep it for that
   */
  const discardOwn = useCallback(
    async (content: DraftContent) => {
      await writer.settled();
      if (!(await change({ ...recordOf(content), discardedAtMs: Date.now() }))) throw new Unable(KEEPS_NOTHING);
      await settle();
      begin(null);
      isKept.current = false;
    },
    [writer, recordOf, change, settle, begin],
  );

  /**
   * An earlier draft as it is stored now, held by this tab but for a copy. What was typed here so far is a draft of its own; of a copy, that
   * is for the caller to see to. One that the browser would not keep is taken as it is.
   */
  const adopt = useCallback(
    async (offer: Draft, how: Adoption, isStored = true): Promise<Adopted> => {
      if (how !== 'copy' && !(await hold.move(offer.id, { isTaking: how === 'take' }))) {
        setBusyIds((ids) => new Set([...ids, offer.id]));
        return { draft: null, reason: 'busy' };
      }
      const stored = offersFor(await look(), offer.postId).find(({ id }) => id === offer.id);
      const draft = stored ?? (isStored ? undefined : offer);
      if (!draft) {
        await hold.move(ownId.current, { isTaking: true });
        return { draft: null, reason: 'gone' };
      }
      if (how !== 'copy') {
        isKept.current = true;
        begin(draft);
        setTakenAway(false);
        release();
        goOnAs(draft.id, draft);
      }
      return { draft };
    },
    [hold, look, goOnAs, release, begin],
  );

  /**
   * Throws an earlier draft away, unless another tab writes it. @returns whether it did
   * @throws Unable where the browser cannot keep it for later
   */
  const discard = useCallback(
    async (offer: Draft): Promise<boolean> => {
      if ((await openElsewhere([offer.id])).has(offer.id)) {
        setBusyIds((ids) => new Set([...ids, offer.id]));
        return false;
      }
      if (!(await change({ ...offer, discardedAtMs: Date.now() }))) {
        if (known?.some(({ id }) => id === offer.id)) setKnown((drafts) => [offer, ...(drafts ?? [])]);
        throw new Unable(KEEPS_NOTHING);
      }
      setDiscarded(offer);
      return true;
    },
    [change, known],
  );

  /** Puts an earlier draft that holds no words of its own any more among the discarded ones. */
  const putAway = useCallback(
    async (earlier: Draft) => {
      if (!busyIds.has(earlier.id)) await change({ ...earlier, discardedAtMs: Date.now() });
    },
    [change, busyIds],
  );

  const undoDiscard = useCallback(async () => {
    if (!discarded) return;
    setDiscarded(null);
    await change(takenBack(discarded));
  }, [discarded, change]);

  /** Takes in a draft that came from elsewhere, to be offered here. */
  const take = useCallback(
    async (content: DraftContent & Pick<Draft, 'id' | 'savedAtMs' | 'serverKey' | 'beside'>): Promise<Taken> => {
      const draft: Draft = { ...content, userId, postId };
      return { draft, kept: await change(draft) };
    },
    [change, userId, postId],
  );

  /** Leaves the present draft as it is kept, and goes on under another id. */
  const goOnApart = useCallback(() => {
    isKept.current = false;
    begin(null);
    release();
    const id = newDraftId();
    goOnAs(id);
    void hold.move(id, { isTaking: true });
    writer
      .settled()
      .then(look)
      .catch((error: unknown) => console.warn('Drafts could not be read', error));
  }, [goOnAs, hold, look, writer, release, begin]);

  /** Leaves the present draft as it is, offers it at once, and goes on under another id. */
  const setAside = useCallback(
    (content: DraftContent) => {
      const draft = recordOf(content);
      writer.write(draft);
      setKnown((drafts) => [draft, ...(drafts ?? []).filter(({ id }) => id !== draft.id)]);
      goOnApart();
    },
    [writer, recordOf, goOnApart],
  );

  const dropBeside = useCallback(
    () =>
      setOwn((own) => {
        const { beside, ...rest } = own;
        return beside ? rest : own;
      }),
    [],
  );

  /** Keeps a copy that is offered at once, and goes on with the draft as it is. */
  const keepCopy = useCallback(
    (content: DraftContent) => {
      // What the server has beside belongs to these words, and goes with them.
      const copy = apart(recordOf(content));
      // What takes its place may be shorter, and has emptied nothing.
      begin(null);
      dropBeside();
      writer.write(copy);
      setKnown((drafts) => [copy, ...(drafts ?? [])]);
    },
    [writer, recordOf, begin, dropBeside],
  );

  return {
    id: draftId,
    /** Where the server still has it beside what was written over it. */
    beside: own.beside,
    /** From now on the server has it in its own place. */
    dropBeside,
    /** Under which name the server has it. */
    serverKey: serverKeyOf({ postId, ...own }),
    status,
    /** All drafts of the writer in this browser; null until they were read. */
    known,
    /** Earlier work on this post. */
    offers: offersFor(known ?? [], postId).filter(({ id }) => id !== draftId && !emptied.isOf(id)),
    busyIds,
    /** What was thrown away here last. */
    discarded,
    /** Whether another tab took over what was written here. */
    isTakenAway,
    keep,
    rest,
    forget,
    tidy,
    adopt,
    discard,
    discardOwn,
    putAway,
    undoDiscard,
    take,
    goOnApart,
    setAside,
    keepCopy,
  };
}
