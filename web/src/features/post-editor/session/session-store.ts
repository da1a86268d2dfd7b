import type { PostForm } from '@inkwell/shared/posts';
import { createLock, lockedIds } from '../../../lib/autosave/lock.ts';
import { newId, newRecord, removed, written } from '../../../lib/autosave/record.ts';
import { autosaveStore } from '../../../lib/autosave/store.ts';
import { createWriter } from '../../../lib/autosave/writer.ts';
import type { EditedPost } from '../post-form.ts';
import { asDiscarded, discardRecord, tellDiscards } from './discards.ts';
import { createOffers, type WantedDraft } from './offers.ts';
import { type DraftRecord, keptImage, type PostDraft, placeOf, postDraftKind } from './post-draft.ts';
import { createSaver, type SaverInput } from './saver.ts';
import { failureOf, needsText, readServerOffers, removeServerDraft, sendDraft } from './server-drafts.ts';
import { type Event, reduce, wakeAtMs } from './session.ts';
import { beginSession, draftOf, type Effect, type FormErrors, type SessionState } from './state.ts';

const CLAIM_AGAIN_MS = 5_000;
/** Beyond the time after which a store counts as one that does not answer. */
const LOOK_AGAIN_MS = [6_000, 20_000];

export interface SessionInput extends SaverInput {
  readonly userId: string;
  /** The post as it was when editing began; null for a new one. */
  readonly post: EditedPost | null;
  /** An earlier draft that the writer has asked for already. */
  readonly wanted: WantedDraft | null;
  /** Removes the placeholders of pictures that are being uploaded. */
  readonly withoutPlaces: (text: string) => string;
  readonly showErrors: (errors: FormErrors) => void;
  readonly showPassage: (isFirst: boolean) => void;
  /** Everything is saved, and the writer has not asked to stay. */
  readonly onSaved: () => void;
}

type Effects = { readonly [D in Effect['do']]: (effect: Extract<Effect, { do: D }>) => void | Promise<void> };

/** Runs the reducer of one editor and does its effects. It outlives its page until calls under way are answered. */
export function createSession(input: SessionInput) {
  const { userId } = input;
  const env = () => ({ nowMs: Date.now(), newId, newSubmissionKey: () => crypto.randomUUID() });
  const listeners = new Set<() => void>();
  let state = beginSession(input.post, env());
  /** The record of this editor as it was written last. */
  let own: DraftRecord | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;
  let claimed = '';

  const writer = createWriter(autosaveStore, (status, { id }) => {
    if (id === state.recordId && status !== state.local) dispatch({ type: 'written', status });
  });
  const recordLock = createLock(() => dispatch({ type: 'lockLost' }));
  const senderLock = createLock(() => dispatch({ type: 'sender', isSender: false }));
  const saver = createSaver(input, dispatch);

  function dispatch(event: Event): void {
    const { state: next, effects } = reduce(state, event, env());
    state = next;
    for (const effect of effects) void (EFFECTS[effect.do] as (effect: Effect) => void)(effect);
    if (isOpen && state.key !== claimed) void claim();
    clearTimeout(timer);
    const wakeMs = wakeAtMs(state);
    if (wakeMs !== null) timer = setTimeout(dispatch, Math.max(0, wakeMs - Date.now()), { type: 'tick' });
    for (const listener of listeners) listener();
  }

  /** Makes this tab the one that sends the draft, unless another tab does. */
  async function claim(isStolen = false): Promise<void> {
    claimed = state.key;
    const isSender = await senderLock.move(`post:${claimed}`, { isStolen });
    if (isOpen && isSender !== state.server.isSender) dispatch({ type: 'sender', isSender });
  }

  /** The records of the writer as they are stored now. */
  async function look(): Promise<readonly DraftRecord[]> {
    await writer.settled();
    const [{ records }, locked] = await Promise.all([autosaveStore.list(postDraftKind, userId), lockedIds()]);
    const busyIds = records.map(({ id }) => id).filter((id) => id !== state.recordId && locked.has(id));
    dispatch({ type: 'looked', records, busyIds: new Set(busyIds) });
    return records;
  }

  async function ask(records: readonly DraftRecord[]): Promise<void> {
    const offers = await readServerOffers(state.stored?.id ?? null, records);
    if (isOpen && offers.length > 0) dispatch({ type: 'offered', offers });
  }

  const lookAgain = () => {
    look()
      .then(async (records) => {
        if (state.offers.some((offer) => needsText(offer, records))) await ask(records);
      })
      .catch((error: unknown) => console.warn('Drafts could not be read', error));
  };

  async function begin(): Promise<void> {
    const records = await look().catch((error: unknown) => {
      console.warn('Drafts could not be read', error);
      return [];
    });
    void tellDiscards(userId);
    ask(records).catch((error: unknown) => console.warn('Drafts on the server could not be read', error));
    await offers.wanted();
  }

  /** The record of what stands in the editor now. */
  function record(): DraftRecord {
    const { file } = keptImage(state.image);
    const [fields, place] = [draftOf(state), placeOf(state.stored?.id ?? null)];
    own =
      own?.id === state.recordId
        ? written(postDraftKind, { ...own, place }, { fields, file })
        : newRecord(postDraftKind, { id: state.recordId, place, ownerId: userId, fields, file });
    return own;
  }

  /** Keeps a state as a record of its own. */
  function copy(fields: PostDraft, image: SessionState['image']): void {
    const place = placeOf(state.stored?.id ?? null);
    const other = newRecord(postDraftKind, { place, ownerId: userId, fields, file: keptImage(image).file });
    writer.write(fields.reason ? asDiscarded(other, fields.reason) : other);
    if (fields.reason) void writer.settled().then(() => tellDiscards(userId));
    else lookAgain();
  }

  async function removeFromServer({ sending, version }: Extract<Effect, { do: 'remove-from-server' }>): Promise<void> {
    try {
      await removeServerDraft(sending.key, version);
      dispatch({ type: 'removed', sending });
    } catch (error) {
      console.warn('A draft of what is saved is still on the server', error);
      dispatch({ type: 'failed', sending, failure: failureOf(error) });
    }
  }

  const EFFECTS: Effects = {
    keep: () => writer.write(record()),
    async forget() {
      const saved = own;
      if (!saved) return;
      // After the writer has left, another editor may have written it.
      if (!isOpen && (await autosaveStore.find(postDraftKind, saved.id))?.version !== saved.version) return;
      const gone = removed(saved);
      // Later versions have to be higher.
      own = { ...saved, version: gone.version };
      writer.write(gone);
    },
    copy: ({ draft, image }) => copy(draft, image),
    drop: ({ record }) => writer.write(removed(record)),
    look: lookAgain,
    lock: ({ recordId }) => void recordLock.move(recordId, { isStolen: true }),
    send: ({ sending, over, baseUpdatedAt }) => void sendDraft(sending, over, baseUpdatedAt).then(dispatch),
    'remove-from-server': (effect) => void removeFromServer(effect),
    'load-post': ({ postId }) => void saver.readPost(postId),
    async 'settle-pictures'() {
      const isSettled = await saver.settlePictures(state.stored === null);
      if (isSettled) dispatch({ type: 'picturesReady', content: input.withoutPlaces(state.form.content) });
    },
    save: (effect) => void saver.save(effect),
    'show-errors': ({ errors }) => void setTimeout(input.showErrors, 0, errors),
    'show-passage': ({ isFirst }) => void setTimeout(input.showPassage, 0, isFirst),
    leave() {
      void writer.settled().then(() => {
        if (isOpen && state.isFinished) input.onSaved();
      });
    },
  };

  const offers = createOffers({
    ...{ userId, wantedDraft: input.wanted, dispatch, look, recordLock },
    snapshot: () => state,
    settled: () => writer.settled(),
    takeSender: () => void claim(true),
    goOnWith(record) {
      own = record;
    },
  });

  return {
    ...offers,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => state,
    dispatch,
    type: (form: PostForm) => dispatch({ type: 'typed', form, content: input.withoutPlaces(form.content) }),
    /** The writer is there. @returns to be called when the writer leaves */
    open() {
      isOpen = true;
      dispatch({ type: 'attended', isAttended: true });
      // An earlier mount of this editor may still have the lock, and nobody else can.
      void recordLock.move(state.recordId, { isStolen: true });
      void begin();
      const hurry = () => dispatch({ type: 'hurried' });
      const onVisibility = () => document.visibilityState === 'hidden' && hurry();
      const timers = [
        ...LOOK_AGAIN_MS.map((ms) => setTimeout(lookAgain, ms)),
        // The other tab may be closed at any time.
        setInterval(() => state.server.isSender || void claim(), CLAIM_AGAIN_MS),
      ];
      const leaving = new AbortController();
      const { signal } = leaving;
      document.addEventListener('visibilitychange', onVisibility, { signal });
      for (const name of ['pagehide', 'online']) window.addEventListener(name, hurry, { signal });
      window.addEventListener('focus', lookAgain, { signal });
      return () => {
        leaving.abort();
        for (const each of timers) clearTimeout(each);
        isOpen = false;
        claimed = '';
        saver.leave();
        dispatch({ type: 'attended', isAttended: false });
        recordLock.release();
        senderLock.release();
      };
    },
    /** Discards the present words. @throws Unable if nothing can keep them for taking back */
    async discard() {
      dispatch({ type: 'finished', isFinished: true });
      try {
        await writer.settled();
        await discardRecord(record());
      } catch (error) {
        dispatch({ type: 'finished', isFinished: false });
        throw error;
      }
    },
  };
}
