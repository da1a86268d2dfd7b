import {
  type DiscardedDraft,
  type DiscardedDraftCard,
  draftApi,
  type Draft as ServerDraft,
} from '@inkwell/shared/drafts';
import { call } from '../../../lib/api.ts';
import { discarded, newId, newRecord, removed, restored, written } from '../../../lib/autosave/record.ts';
import { autosaveStore } from '../../../lib/autosave/store.ts';
import { isAtRisk } from '../../../lib/autosave/writer.ts';
import { Unable } from '../../../lib/failure.ts';
import { isRefusal, nullIfMissing } from '../../../lib/refusal-body.ts';
import { editedId, kindOfId } from '../edited-kind.ts';
import { storedImage } from '../featured-image.ts';
import { deviceName } from './device-name.ts';
import {
  ackedOf,
  type DiscardReason,
  type DraftRecord,
  keptImage,
  type PostDraft,
  placeOf,
  postDraftKind,
  postIdOf,
  wholeBody,
  wordsOf,
  wordsOfServer,
} from './post-draft.ts';
import { baseOfDraft, sendDraft } from './server-drafts.ts';

const KEEPS_NOTHING = 'This browser cannot store drafts at the moment, so it could not be restored later.';
const TRY_AGAIN_MS = 8_000;

/** The record as discarded, not yet acknowledged by the server. */
export const asDiscarded = (record: DraftRecord, reason: DiscardReason): DraftRecord =>
  discarded({ ...record, fields: { ...record.fields, reason } });

const isToBeTold = ({ state, fields }: DraftRecord): boolean => state === 'discarded' && fields.reason !== undefined;

async function tell(record: DraftRecord): Promise<void> {
  const { reason = 'discarded', key, sitting, acked, base } = record.fields;
  const about = { baseUpdatedAt: base?.updatedAt ?? null, device: deviceName() };
  const body = {
    ...wholeBody(wordsOf(record.fields), about),
    reason,
    draftKey: key,
    sitting,
    postId: postIdOf(record),
    ...(reason === 'discarded' && acked && { draftVersion: acked.version }),
  };
  await call(draftApi.discard, { params: { id: record.id }, body });
  const { reason: _, ...fields } = record.fields;
  // The server does not have a selected file, so this browser keeps the record with it.
  await autosaveStore.put(record.file ? { ...discarded(record), fields } : removed(record));
}

async function tellAll(userId: string): Promise<void> {
  const { records } = await autosaveStore.list(postDraftKind, userId);
  const waiting = records.filter(isToBeTold).sort((a, b) => a.savedAtMs - b.savedAtMs);
  for (const record of waiting) {
    await tell(record).catch((error: unknown) => {
      // It stays in this browser, where its writer can restore it.
      if (!isRefusal(error)) throw error;
      console.warn('The server refused a discarded draft', error);
    });
  }
}

const running = new Map<string, Promise<void>>();
let retry: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends discarded drafts and copies of emptied texts to the server until it acknowledges them. Called when an editor or the list of drafts
 * opens, and after each discard.
 */
export function tellDiscards(userId: string): Promise<void> {
  const before = running.get(userId) ?? Promise.resolve();
  const telling = before
    .then(() => tellAll(userId))
    .catch((error: unknown) => {
      console.warn('Discarded drafts could not be sent', error);
      clearTimeout(retry);
      retry = setTimeout(() => void tellDiscards(userId), TRY_AGAIN_MS);
    });
  running.set(userId, telling);
  return telling;
}

/**
 * Discards a draft, which can be restored from the list of drafts.
 * @throws Unable if neither this browser nor the server can keep it for that
 */
export async function discardRecord(record: DraftRecord): Promise<DraftRecord> {
  const thrown = asDiscarded(record, 'discarded');
  const kept = await autosaveStore.put(thrown).catch(() => null);
  if (kept === null) {
    await tell(thrown).catch((cause: unknown) => {
      throw new Unable(KEEPS_NOTHING, { cause });
    });
  } else void tellDiscards(record.ownerId);
  return thrown;
}

interface NewOwner {
  readonly ownerId: string;
  readonly postId: string | null;
}

/** A new record for a server draft. */
function recordOf(
  found: ServerDraft | DiscardedDraft,
  { key, acked, base }: Pick<PostDraft, 'key' | 'acked' | 'base'>,
  { ownerId, postId }: NewOwner,
): DraftRecord {
  const { form, image } = wordsOfServer(found);
  const fields: PostDraft = {
    key,
    sitting: found.sitting,
    form,
    image: keptImage(storedImage(image)).image,
    base,
    submissionKey: crypto.randomUUID(),
    acked,
    sending: null,
  };
  return newRecord(postDraftKind, { place: placeOf(postId, kindOfId(key)), ownerId, fields });
}

/** A server draft as a new record of this browser, which overwrites no other record. */
export async function broughtHere(
  found: ServerDraft,
  { base, ...owner }: NewOwner & { readonly base: PostDraft['base'] },
): Promise<DraftRecord> {
  const { key, baseUpdatedAt: began } = found;
  const { postId } = owner;
  const isOfBase = postId === null || began === null || began === base?.updatedAt;
  const ownBase = isOfBase ? base : await baseOfDraft(postId, began);
  const record = recordOf(found, { key, acked: ackedOf(found), base: ownBase }, owner);
  return { ...record, savedAtMs: Date.parse(found.updatedAt) };
}

/** The text of a discarded draft in a new sitting, because the old one is closed. */
const begunAnew = (fields: PostDraft, postId: string | null): PostDraft => {
  const { reason: _, ...rest } = fields;
  return {
    ...rest,
    key: postId ?? editedId(kindOfId(fields.key), newId()),
    sitting: newId(),
    acked: null,
    sending: null,
  };
};

/** Restores a draft that was discarded in this browser. */
export async function takeBack(record: DraftRecord): Promise<void> {
  const now = await autosaveStore.find(postDraftKind, record.id);
  if (now && isToBeTold(now) && now.fields.reason !== 'emptied') {
    const { reason: _, ...fields } = now.fields;
    await autosaveStore.put(restored(postDraftKind, { ...now, fields }));
    return;
  }
  const { place, ownerId, file } = now ?? record;
  const fields = begunAnew(record.fields, postIdOf(record));
  const back = newRecord(postDraftKind, { place, ownerId, fields, file });
  const kept = await autosaveStore.put(back);
  if (now) await autosaveStore.put(removed(now));
  const { key, sitting, base } = fields;
  const words = wordsOf(fields);
  const sent = await sendDraft({ key, sitting, words }, null, base?.updatedAt ?? null);
  const isThere = sent.type === 'acknowledged';
  if (isThere) {
    const acked = { ...words, version: sent.version };
    await autosaveStore.put(written(postDraftKind, back, { fields: { ...fields, acked }, file }));
  }
  if (isThere || !isAtRisk(kept)) await forgetOnServer(record.id);
}

const forgetOnServer = (id: string) => call(draftApi.removeDiscarded, { params: { id } }).catch(nullIfMissing);

/** Restores a discarded draft from the server: it becomes a record of this browser, and an open draft on the server. */
export async function takeBackFromServer({ id }: Pick<DiscardedDraftCard, 'id'>, ownerId: string): Promise<void> {
  const found = await call(draftApi.discardedById, { params: { id } });
  const { postId, baseUpdatedAt } = found;
  const base = postId !== null && baseUpdatedAt !== null ? await baseOfDraft(postId, baseUpdatedAt) : null;
  const record = recordOf(found, { key: found.draftKey, acked: null, base }, { ownerId, postId });
  await takeBack({ ...record, id });
}
