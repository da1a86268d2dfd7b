import { lockedIds, type RecordLock } from '../../../lib/autosave/lock.ts';
import { newId } from '../../../lib/autosave/record.ts';
import { autosaveStore } from '../../../lib/autosave/store.ts';
import { failureText } from '../../../lib/failure.ts';
import { toastError } from '../../../lib/toast.ts';
import { asDiscarded, broughtHere, discardRecord, takeBack, tellDiscards } from './discards.ts';
import { type DraftRecord, isSameWords, postDraftKind, postIdOf, wordsOf } from './post-draft.ts';
import { findServerDraft } from './server-drafts.ts';
import type { Adoption, Event } from './session.ts';
import { isDirty, isOlder, type ServerOffer, type SessionState } from './state.ts';

/** A draft that an address names. The browser and the server may have different drafts of that name. */
export interface WantedDraft {
  readonly id: string;
  readonly isOnServer: boolean;
}

interface OffersInput {
  readonly userId: string;
  readonly wantedDraft: WantedDraft | null;
  readonly snapshot: () => SessionState;
  readonly dispatch: (event: Event) => void;
  readonly look: () => Promise<readonly DraftRecord[]>;
  readonly recordLock: RecordLock;
  /** Resolves once the browser has kept the last change. */
  readonly settled: () => Promise<void>;
  readonly takeSender: () => void;
  /** From now on the editor writes this record. */
  readonly goOnWith: (record: DraftRecord | null) => void;
}

/** Whether the server had all words of a record and has a newer version now. */
const isBehind = (offer: ServerOffer, { fields, file }: DraftRecord): boolean =>
  fields.acked !== null &&
  fields.sitting === offer.sitting &&
  fields.acked.version < offer.version &&
  !file &&
  isSameWords(wordsOf(fields), fields.acked);

/** Restoring and discarding earlier drafts. */
export function createOffers(input: OffersInput) {
  const { userId, snapshot, dispatch, look, recordLock, goOnWith } = input;
  let wantedDraft = input.wantedDraft;

  /** Open records of the same post that the server has under this name. */
  const localsOf = (key: string): DraftRecord[] => {
    const { known, stored } = snapshot();
    const isOf = (record: DraftRecord) => record.state === 'open' && postIdOf(record) === (stored?.id ?? null);
    return (known ?? []).filter((record) => isOf(record) && record.fields.key === key);
  };

  /** Puts an earlier draft of this browser into the form. */
  async function restore(offer: DraftRecord, how: Adoption = 'alone', isStored = true): Promise<void> {
    const state = snapshot();
    if (isDirty(state) && state.local === 'failed') {
      toastError(
        'Error',
        'This browser does not keep what you wrote here, so nothing can be put in its place. Save it first.',
      );
      return;
    }
    if (how !== 'copy' && !(await recordLock.move(offer.id, { isStolen: how === 'take' }))) {
      return dispatch({ type: 'busy', recordId: offer.id });
    }
    await input.settled();
    const stored = await autosaveStore.find(postDraftKind, offer.id);
    const record = stored?.state === 'open' ? stored : isStored ? null : offer;
    if (!record) {
      toastError('Draft Not Found', 'It was saved or discarded in another tab.');
      await recordLock.move(snapshot().recordId, { isStolen: true });
      await look();
      return;
    }
    goOnWith(how === 'copy' ? null : record);
    dispatch({ type: 'adopted', record, how });
    if (how === 'take') input.takeSender();
  }

  /** Brings a draft of the server into this browser, unless the browser has a later state. Null: the draft is gone. */
  async function bring(key: string): Promise<{ record: DraftRecord; isStored: boolean } | null> {
    const { offers, stored, base } = snapshot();
    const replaced = offers.find((offer) => offer.key === key && offer.isReplaced);
    const found = replaced ?? (await findServerDraft(key));
    if (!found) return null;
    const later = !replaced && localsOf(key).find((record) => isOlder(found, record));
    if (later) return { record: later, isStored: true };
    const brought = await broughtHere(found, { ownerId: userId, postId: stored?.id ?? null, base });
    const record = replaced ? { ...brought, fields: { ...brought.fields, sitting: newId(), acked: null } } : brought;
    const kept = await autosaveStore.put(record).catch(() => null);
    const behind = kept ? localsOf(key).filter((local) => !replaced && isBehind(found, local)) : [];
    for (const local of behind) await autosaveStore.put(asDiscarded(local, 'replaced'));
    if (behind.length > 0) void tellDiscards(userId);
    return { record, isStored: kept !== null };
  }

  /** Puts a draft that another device left on the server into the form. */
  async function restoreFromServer({ key }: Pick<ServerOffer, 'key'>): Promise<void> {
    try {
      const brought = await bring(key);
      if (!brought) {
        toastError('Draft Not Found', 'It was saved or discarded on another device.');
        return;
      }
      await restore(brought.record, 'alone', brought.isStored);
      dispatch({ type: 'offerGone', key });
    } catch (error) {
      // Without a network, the browser's own version is the best there is.
      const [here] = localsOf(key);
      if (here) await restore(here);
      const lacking = here
        ? 'The draft on the server could not be loaded: this is what this browser has of it.'
        : 'The draft could not be loaded.';
      toastError('Error', `${lacking} ${failureText(error)}`);
    }
  }

  async function discardOffer(record: DraftRecord): Promise<void> {
    if ((await lockedIds()).has(record.id)) return dispatch({ type: 'busy', recordId: record.id });
    const discarded = await discardRecord(record);
    dispatch({ type: 'offerDiscarded', record: discarded });
    await look();
  }

  return {
    restore: (record: DraftRecord, how?: Adoption) => restore(record, how),
    restoreFromServer,
    discardOffer,
    async discardOnServer(offer: ServerOffer) {
      const { stored, base } = snapshot();
      const found = offer.isReplaced ? null : await findServerDraft(offer.key);
      const about = { ownerId: userId, postId: stored?.id ?? null, base };
      if (found) dispatch({ type: 'offerDiscarded', record: await discardRecord(await broughtHere(found, about)) });
      dispatch({ type: 'offerGone', key: offer.key });
      await look();
    },
    async undoDiscard() {
      const { discarded } = snapshot();
      if (!discarded) return;
      dispatch({ type: 'offerDiscarded', record: null });
      await takeBack(discarded);
      await look();
    },
    /** Restores the draft that the address names. */
    async wanted() {
      const one = wantedDraft;
      wantedDraft = null;
      if (!one) return;
      const here = one.isOnServer ? undefined : snapshot().known?.find(({ id }) => id === one.id);
      await (here ? restore(here) : restoreFromServer({ key: one.id }));
    },
  };
}
