import { useCallback, useEffect, useRef, useState } from 'react';
import { Unable } from '../../../lib/failure.ts';
import { changedRange } from './changed-range.ts';
import { type Draft, type DraftStore, type Kept, newDraftId, offersFor, takenBack } from './draft.ts';
import { createHold, openElsewhere } from './draft-lock.ts';
import { createDraftWriter, type DraftStatus } from './draft-writer.ts';
import { serverKeyOf } from './server-offer.ts';

export type DraftContent = Pick<Draft, 'form' | 'image' | 'base' | 'submissionKey' | 'synced' | 'sending'>;

/** A draft that came from elsewhere, and how well the browser keeps it; null: not at all. */
export interface Taken {
  readonly draft: Draft;
  readonly kept: Kept | null;
}

interface Owner {
  readonly store: DraftStore;
  readonly userId: string;
  readonly postId: string | null;
}

/** How an earlier draft is gone on with: by this tab alone, by taking it from the tab that writes it, or as a copy. */
export type Adoption = 'alone' | 'take' | 'copy';

/** Changes below this many characters are forgotten once they were undone and the editor is left in peace. */
const MEMORABLE_CHARS = 20;

const lengthOf = ({ form }: DraftContent): number =>
  form.title.length + form.content.length + (form.excerpt?.length ?? 0);

function isMemorable({ form, base }: DraftContent): boolean {
  const changed = (before: string, after: string) => {
    const { remove, insert } = changedRange(before, after);
    return Math.max(remove, insert.length);
  };
  const title = changed(base?.form.title ?? '', form.title);
  return title + changed(base?.form.content ?? '', form.content) >= MEMORABLE_CHARS;
}

/** Whether most of a text was taken out. */
const isEmptied = (full: DraftContent, content: DraftContent): boolean => 2 * lengthOf(content) < lengthOf(full);

const KEEPS_NOTHING = 'This browser keeps nothing at present, and so could not give it back.';

/** Beyond the time after which a store counts as one that does not answer. */
const LOOK_AGAIN_MS = [6_000, 20_000];

/** What became of the wish to go on with an earlier draft. */
export type Adopted = { readonly draft: Draft } | { readonly draft: null; readonly reason: 'busy' | 'gone' };

/**
 * Keeps the work of one editor in the browser and knows of earlier work that was not saved. `keep` is called with every
 * change, `rest` while nothing is changed (any more), `forget` after a save.
 */
export function useDraft({ store, userId, postId }: Owner) {
  const [own, setOwn] = useState<Pick<Draft, 'id' | 'serverKey'>>(() => ({ id: newDraftId() }));
  const draftId = own.id;
  const [status, setStatus] = useState<DraftStatus>('idle');
  const [known, setKnown] = useState<readonly Draft[] | null>(null);
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set());
  const [discarded, setDiscarded] = useState<Draft | null>(null);
  const [isTakenAway, setTakenAway] = useState(false);
  const [writer] = useState(() => createDraftWriter(store, setStatus));
  const isKept = useRef(false);
  /** The longest version since a text was emptied last: who empties it may want it back. */
  const fullest = useRef<DraftContent | null>(null);
  /** Versions of this sitting before they were emptied, each a draft of its own from then on. */
  const emptied = useRef<readonly Draft[]>([]);
  const ownId = useRef(draftId);

  const goOnAs = useCallback((id: string, serverKey?: string) => {
    ownId.current = id;
    setOwn({ id, ...(serverKey !== undefined && { serverKey }) });
  }, []);

  const [hold] = useState(() =>
    createHold(() => {
      // What is written here from now on is kept apart, beginning with all that stands here.
      const id = newDraftId();
      goOnAs(id);
      setTakenAway(true);
      void hold.move(id, { isTaking: true });
    }),
  );
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

  /** Keeps what was there apart from what is left of it, until the writer has brought it back or saved. */
  const keepEmptied = useCallback(
    (content: DraftContent) => {
      const full = fullest.current;
      if (full && isEmptied(full, content) && isMemorable(full)) {
        const { synced: _, sending: __, ...rest } = full;
        const { serverKey: ___, ...record } = recordOf(rest);
        const copy = { ...record, id: newDraftId() };
        emptied.current = [...emptied.current, copy];
        fullest.current = content;
        writer.write(copy);
      }
      const isBack = ({ form }: Draft) => form.content !== '' && content.form.content.includes(form.content);
      for (const { id } of emptied.current.filter(isBack)) void writer.clear(id);
      if (emptied.current.some(isBack)) emptied.current = emptied.current.filter((copy) => !isBack(copy));
    },
    [writer, recordOf],
  );

  const keep = useCallback(
    (content: DraftContent) => {
      isKept.current = true;
      keepEmptied(content);
      if (!fullest.current || lengthOf(content) >= lengthOf(fullest.current)) fullest.current = content;
      writer.write(recordOf(content));
    },
    [writer, recordOf, keepEmptied],
  );

  const rest = useCallback(() => {
    if (!isKept.current || !fullest.current) return;
    const last = emptied.current.at(-1);
    if (last?.form.content.includes(fullest.current.form.content)) {
      // All is gone: what was there before takes the place of what was left of it for a while.
      emptied.current = emptied.current.slice(0, -1);
      fullest.current = last;
      void writer.clear(last.id);
    }
    writer.write(recordOf(fullest.current));
  }, [writer, recordOf]);

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

  /** What was emptied on the way is found among the discarded drafts from now on. */
  const putEmptiedAway = useCallback(async () => {
    const copies = emptied.current;
    emptied.current = [];
    for (const copy of copies) await change({ ...copy, discardedAtMs: Date.now() });
  }, [change]);

  const forget = useCallback(async () => {
    fullest.current = null;
    await putEmptiedAway();
    if (!isKept.current) return;
    isKept.current = false;
    await writer.clear(ownId.current);
  }, [writer, putEmptiedAway]);

  /** Called when the editor is left with nothing to save: what was hardly written and taken back is not worth an offer. */
  const tidy = useCallback(() => {
    if (fullest.current && !isMemorable(fullest.current)) void forget();
  }, [forget]);

  /**
   * Throws away what is written here; it can be had back from the list of drafts.
   * @throws Unable where the browser cannot keep it for that
   */
  const discardOwn = useCallback(
    async (content: DraftContent) => {
      await writer.settled();
      if (!(await change({ ...recordOf(content), discardedAtMs: Date.now() }))) throw new Unable(KEEPS_NOTHING);
      await putEmptiedAway();
      fullest.current = null;
      isKept.current = false;
    },
    [writer, recordOf, change, putEmptiedAway],
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
        fullest.current = draft;
        setTakenAway(false);
        goOnAs(draft.id, draft.serverKey);
      }
      return { draft };
    },
    [hold, look, goOnAs],
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
    fullest.current = null;
    emptied.current = [];
    const id = newDraftId();
    goOnAs(id);
    void hold.move(id, { isTaking: true });
    writer
      .settled()
      .then(look)
      .catch((error: unknown) => console.warn('Drafts could not be read', error));
  }, [goOnAs, hold, look, writer]);

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

  /** Keeps a copy that is offered at once, and goes on with the draft as it is. */
  const keepCopy = useCallback(
    (content: DraftContent) => {
      const { synced: _, sending: __, ...rest } = content;
      const { serverKey: ___, ...record } = recordOf(rest);
      const copy = { ...record, id: newDraftId() };
      writer.write(copy);
      setKnown((drafts) => [copy, ...(drafts ?? [])]);
    },
    [writer, recordOf],
  );

  return {
    id: draftId,
    /** Under which name the server has it. */
    serverKey: serverKeyOf({ postId, ...own }),
    status,
    /** All drafts of the writer in this browser; null until they were read. */
    known,
    /** Earlier work on this post. */
    offers: offersFor(known ?? [], postId).filter(
      ({ id }) => id !== draftId && !emptied.current.some((copy) => copy.id === id),
    ),
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
