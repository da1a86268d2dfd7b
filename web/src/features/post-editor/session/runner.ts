import { createLock, lockedIds } from '../../../lib/autosave/lock.ts';
import { newId, newRecord, removed, written } from '../../../lib/autosave/record.ts';
import { autosaveStore } from '../../../lib/autosave/store.ts';
import { createWriter } from '../../../lib/autosave/writer.ts';
import { kindOfId } from '../edited-kind.ts';
import type { EditedPost } from '../post-form.ts';
import { LONG_AGO } from './autosave.ts';
import { asDiscarded, tellDiscards } from './discards.ts';
import { type DraftRecord, keptImage, placeOf, postDraftKind } from './post-draft.ts';
import { settleSaved } from './saved-unheard.ts';
import { createSaver, type SaverInput } from './saver.ts';
import { findBase, needsText, readServerOffers, removeServerDraft, sendDraft } from './server-drafts.ts';
import { type Event, reduce, wakeAtMs } from './session.ts';
import { beginSession, draftOf, type Effect, type FormErrors, isDiscardedHere, type ServerOffer } from './state.ts';

export interface SessionInput extends SaverInput {
  readonly userId: string;
  /** The post when editing began; null for a new one. */
  readonly post: EditedPost | null;
  /** Removes the placeholders of pictures that are being uploaded. */
  readonly withoutPlaces: (text: string) => string;
  readonly showErrors: (errors: FormErrors) => void;
  readonly showPassage: (isFirst: boolean) => void;
  /** Called when everything is saved and the writer has not asked to stay. */
  readonly onSaved: () => void;
}

const env = () => ({ nowMs: Date.now(), newId, newSubmissionKey: () => crypto.randomUUID() });

/** Runs the reducer of one editor. It outlives its page until running calls are answered. */
export function createRunner(input: SessionInput) {
  const dispatch = (event: Event) => take(runner, event);
  const runner = {
    input,
    dispatch,
    isOpen: false,
    listeners: new Set<() => void>(),
    state: beginSession(input.post, env(), input.edited.kind),
    /** The last written version of this editor's record. */
    own: null as DraftRecord | null,
    /** The key of the draft that this tab wants to send. */
    claimed: '',
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    writer: createWriter(autosaveStore, (status, { id }) => {
      const { recordId, local } = runner.state;
      if (id === recordId && status !== local) dispatch({ type: 'written', status });
    }),
    recordLock: createLock(() => dispatch({ type: 'lockLost' })),
    senderLock: createLock(() => dispatch({ type: 'sender', isSender: false })),
    saver: createSaver(input, dispatch),
  };
  return runner;
}
export type Runner = ReturnType<typeof createRunner>;

function take(runner: Runner, event: Event): void {
  const { state, effects } = reduce(runner.state, event, env());
  runner.state = state;
  for (const effect of effects) void (EFFECTS[effect.do] as (runner: Runner, effect: Effect) => void)(runner, effect);
  if (runner.isOpen && state.key !== runner.claimed) void claim(runner);
  clearTimeout(runner.timer);
  const wakeMs = wakeAtMs(runner.state);
  if (wakeMs !== null) {
    runner.timer = setTimeout(runner.dispatch, Math.max(0, wakeMs - Date.now()), { type: 'tick' });
  }
  for (const listener of runner.listeners) listener();
}

/** Makes this tab the one that sends the draft, unless another tab does. */
export async function claim(runner: Runner, isStolen = false): Promise<void> {
  runner.claimed = runner.state.key;
  const isSender = await runner.senderLock.move(`post:${runner.claimed}`, { isStolen });
  if (runner.isOpen && isSender !== runner.state.server.isSender) runner.dispatch({ type: 'sender', isSender });
}

/** Reads the stored records of the writer. */
export async function look(runner: Runner): Promise<readonly DraftRecord[]> {
  await runner.writer.settled();
  const listing = autosaveStore.list(postDraftKind, runner.input.userId);
  const [all, locked] = await Promise.all([listing, lockedIds()]);
  const records = all.records.filter(({ place }) => kindOfId(place) === runner.state.kind);
  const ids = records.map(({ id }) => id).filter((id) => id !== runner.state.recordId && locked.has(id));
  runner.dispatch({ type: 'looked', records, busyIds: new Set(ids) });
  return records;
}

/** Reads the server drafts that this editor may offer. */
export async function ask(runner: Runner, records: readonly DraftRecord[]): Promise<void> {
  const { stored, kind } = runner.state;
  const all = await readServerOffers(stored?.id ?? null, records, { kind });
  // The server may learn of a discard only now, which removes its record.
  const offers = await Promise.all(
    all.filter((offer) => !isDiscardedHere(offer, records)).map((offer) => withBase(offer, stored)),
  );
  if (runner.isOpen && offers.length > 0) runner.dispatch({ type: 'offered', offers });
  if (stored) return;
  const opened = { edited: runner.input.edited, isOpen: (id: string) => id === runner.state.recordId };
  if (await settleSaved(records, all, opened)) await look(runner);
}

/** With its base, if the post has changed since and may have all of the draft. */
async function withBase(offer: ServerOffer, stored: EditedPost | null): Promise<ServerOffer> {
  const began = offer.baseUpdatedAt;
  if (!stored || began === null || began === LONG_AGO || began === stored.updatedAt) return offer;
  const base = await findBase(stored.id, began);
  return base ? { ...offer, base } : offer;
}

export function lookAgain(runner: Runner): void {
  look(runner)
    .then(async (records) => {
      if (runner.state.offers.some((offer) => needsText(offer, records))) await ask(runner, records);
    })
    .catch((error: unknown) => console.warn('Drafts could not be read', error));
}

/** The current state as a record, one version newer than the last written one. */
export function nextRecord(runner: Runner): DraftRecord {
  const { state, own } = runner;
  const { file } = keptImage(state.image);
  const [fields, place] = [draftOf(state), placeOf(state.stored?.id ?? null, state.kind)];
  const ownerId = runner.input.userId;
  const record =
    own?.id === state.recordId
      ? written(postDraftKind, { ...own, place }, { fields, file })
      : newRecord(postDraftKind, { id: state.recordId, place, ownerId, fields, file });
  runner.own = record;
  return record;
}

async function forget(runner: Runner): Promise<void> {
  const { own } = runner;
  if (!own) return;
  // After the writer has left, another editor may have written it.
  if (!runner.isOpen && (await autosaveStore.find(postDraftKind, own.id))?.version !== own.version) return;
  const gone = removed(own);
  // Later versions must be higher.
  runner.own = { ...own, version: gone.version };
  runner.writer.write(gone);
}

function copy(runner: Runner, { draft, image }: Extract<Effect, { do: 'copy' }>): void {
  const { userId } = runner.input;
  const place = placeOf(runner.state.stored?.id ?? null, runner.state.kind);
  const record = newRecord(postDraftKind, { place, ownerId: userId, fields: draft, file: keptImage(image).file });
  runner.writer.write(draft.reason ? asDiscarded(record, draft.reason) : record);
  if (draft.reason) void runner.writer.settled().then(() => tellDiscards(userId));
  else lookAgain(runner);
}

async function settlePictures(runner: Runner): Promise<void> {
  if (!(await runner.saver.settlePictures(runner.state.stored === null))) return;
  runner.dispatch({ type: 'picturesReady', content: runner.input.withoutPlaces(runner.state.form.content) });
}

async function leave(runner: Runner): Promise<void> {
  await runner.writer.settled();
  if (runner.isOpen && runner.state.isFinished) runner.input.onSaved();
}

type Effects = { readonly [D in Effect['do']]: (runner: Runner, effect: Extract<Effect, { do: D }>) => unknown };

const EFFECTS: Effects = {
  keep: (runner) => runner.writer.write(nextRecord(runner)),
  forget,
  copy,
  drop: ({ writer }, { record }) => writer.write(removed(record)),
  look: lookAgain,
  lock: ({ recordLock }, { recordId }) => recordLock.move(recordId, { isStolen: true }),
  send: ({ dispatch }, { sending, over, baseUpdatedAt }) => sendDraft(sending, over, baseUpdatedAt).then(dispatch),
  'remove-from-server': ({ dispatch }, { sending, version }) => removeServerDraft(sending, version).then(dispatch),
  'load-post': ({ saver }, { postId }) => saver.readPost(postId),
  'settle-pictures': settlePictures,
  save: ({ saver }, effect) => saver.save(effect),
  'show-errors': ({ input }, { errors }) => setTimeout(input.showErrors, 0, errors),
  'show-passage': ({ input }, { isFirst }) => setTimeout(input.showPassage, 0, isFirst),
  leave,
};
