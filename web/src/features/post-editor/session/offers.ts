import { lockedIds } from '../../../lib/autosave/lock.ts';
import { newId } from '../../../lib/autosave/record.ts';
import { autosaveStore } from '../../../lib/autosave/store.ts';
import { failureText } from '../../../lib/failure.ts';
import { toastError } from '../../../lib/toast.ts';
import { asDiscarded, broughtHere, discardRecord, takeBack, tellDiscards } from './discards.ts';
import { type DraftRecord, isSameWords, postDraftKind, postIdOf, wordsOf } from './post-draft.ts';
import { claim, look, type Runner } from './runner.ts';
import { findServerDraft } from './server-drafts.ts';
import type { Adoption } from './session.ts';
import { isDirty, isOlder, type ServerOffer } from './state.ts';

/* A writer's actions on earlier drafts. */

/** A draft named by an address. The browser and the server may have different drafts with that name. */
export interface WantedDraft {
  readonly id: string;
  readonly isOnServer: boolean;
}

/** Whether the server had the whole text of a record and has a newer version now. */
const isBehind = (offer: ServerOffer, { fields, file }: DraftRecord): boolean =>
  fields.acked !== null &&
  fields.sitting === offer.sitting &&
  fields.acked.version < offer.version &&
  !file &&
  isSameWords(wordsOf(fields), fields.acked);

/** Open records of the same post that the server has under this name. */
function localsOf({ state: { known, stored } }: Runner, key: string): DraftRecord[] {
  const isOf = (record: DraftRecord) => record.state === 'open' && postIdOf(record) === (stored?.id ?? null);
  return (known ?? []).filter((record) => isOf(record) && record.fields.key === key);
}

const placeIn = ({ state: { stored, base }, input: { userId } }: Runner) => ({
  ownerId: userId,
  postId: stored?.id ?? null,
  base,
});

const NOT_KEPT = 'This browser could not store your text, so the draft cannot replace it. Save your text first.';

interface Restoring {
  readonly how?: Adoption | undefined;
  /** Whether the browser could keep the record. */
  readonly isStored?: boolean;
}

/** Puts an earlier draft of this browser into the form. */
export async function restore(
  runner: Runner,
  offer: DraftRecord,
  { how = 'alone', isStored = true }: Restoring = {},
): Promise<void> {
  const { state, recordLock, dispatch } = runner;
  if (isDirty(state) && state.local === 'failed') {
    toastError('Error', NOT_KEPT);
    return;
  }
  if (how !== 'copy' && !(await recordLock.move(offer.id, { isStolen: how === 'take' }))) {
    return dispatch({ type: 'busy', recordId: offer.id });
  }
  await runner.writer.settled();
  const stored = await autosaveStore.find(postDraftKind, offer.id);
  const record = stored?.state === 'open' ? stored : isStored ? null : offer;
  if (!record) {
    toastError('Draft Not Found', 'It was saved or discarded in another tab.');
    await recordLock.move(runner.state.recordId, { isStolen: true });
    await look(runner);
    return;
  }
  runner.own = how === 'copy' ? null : record;
  dispatch({ type: 'adopted', record, how });
  if (how === 'take') void claim(runner, true);
}

/** Brings a server draft into this browser, unless the browser has a later state. Null: the draft is gone. */
async function bring(runner: Runner, key: string): Promise<{ record: DraftRecord; isStored: boolean } | null> {
  const replaced = runner.state.offers.find((offer) => offer.key === key && offer.isReplaced);
  const found = replaced ?? (await findServerDraft(key));
  if (!found) return null;
  const later = !replaced && localsOf(runner, key).find((record) => isOlder(found, record));
  if (later) return { record: later, isStored: true };
  const brought = await broughtHere(found, placeIn(runner));
  const record = replaced ? { ...brought, fields: { ...brought.fields, sitting: newId(), acked: null } } : brought;
  const kept = await autosaveStore.put(record).catch(() => null);
  const behind = kept ? localsOf(runner, key).filter((local) => !replaced && isBehind(found, local)) : [];
  for (const local of behind) await autosaveStore.put(asDiscarded(local, 'replaced'));
  if (behind.length > 0) void tellDiscards(runner.input.userId);
  return { record, isStored: kept !== null };
}

/** Puts a draft from another device into the form. */
export async function restoreFromServer(runner: Runner, { key }: Pick<ServerOffer, 'key'>): Promise<void> {
  try {
    const brought = await bring(runner, key);
    if (!brought) {
      toastError('Draft Not Found', 'It was saved or discarded on another device.');
      return;
    }
    await restore(runner, brought.record, { isStored: brought.isStored });
    runner.dispatch({ type: 'offerGone', key });
  } catch (error) {
    // Without a network, the browser's own version is the best available.
    const [here] = localsOf(runner, key);
    if (here) await restore(runner, here);
    const lacking = here
      ? 'The draft on the server could not be loaded. This is the version in this browser.'
      : 'The draft could not be loaded.';
    toastError('Error', `${lacking} ${failureText(error)}`);
  }
}

/** Restores the draft named by the address. */
export async function restoreWanted(runner: Runner, { id, isOnServer }: WantedDraft): Promise<void> {
  const here = isOnServer ? undefined : runner.state.known?.find((record) => record.id === id);
  await (here ? restore(runner, here) : restoreFromServer(runner, { key: id }));
}

export async function discardOffer(runner: Runner, record: DraftRecord): Promise<void> {
  if ((await lockedIds()).has(record.id)) return runner.dispatch({ type: 'busy', recordId: record.id });
  runner.dispatch({ type: 'offerDiscarded', record: await discardRecord(record) });
  await look(runner);
}

export async function discardOnServer(runner: Runner, offer: ServerOffer): Promise<void> {
  const found = offer.isReplaced ? null : await findServerDraft(offer.key);
  if (found) {
    const record = await discardRecord(await broughtHere(found, placeIn(runner)));
    runner.dispatch({ type: 'offerDiscarded', record });
  }
  runner.dispatch({ type: 'offerGone', key: offer.key });
  await look(runner);
}

export async function undoDiscard(runner: Runner): Promise<void> {
  const { discarded } = runner.state;
  if (!discarded) return;
  runner.dispatch({ type: 'offerDiscarded', record: null });
  await takeBack(discarded);
  await look(runner);
}
