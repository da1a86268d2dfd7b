import { type DiscardedDraftCard, DRAFT_LIMITS, draftApi, type Draft as ServerDraft } from '@inkwell/shared/drafts';
import { call, isApiError } from '../../../lib/api.ts';
import { discarded, newId, newRecord, removed, restored, written } from '../../../lib/autosave/record.ts';
import { autosaveStore } from '../../../lib/autosave/store.ts';
import { isAtRisk } from '../../../lib/autosave/writer.ts';
import { Unable } from '../../../lib/failure.ts';
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
import { baseOfDraft, isRefusal, sendDraft } from './server-drafts.ts';

const KEEPS_NOTHING = 'This browser keeps nothing at present, and so could not give it back.';
const TRY_AGAIN_MS = 8_000;

/** The record as discarded; the server has not acknowledged that yet. */
export const asDiscarded = (record: DraftRecord, reason: DiscardReason): DraftRecord =>
  discarded({ ...record, fields: { ...record.fields, reason } });

/** The copies of one sitting that exceed the limit: each time the shortest that is neither the longest nor the newest. */
export function surplusOf(copies: readonly DraftRecord[]): DraftRecord[] {
  const lengthOf = ({ fields }: DraftRecord) => JSON.stringify(fields.form).length;
  const left = [...copies].sort((a, b) => b.savedAtMs - a.savedAtMs || b.version - a.version);
  const surplus: DraftRecord[] = [];
  while (left.length > DRAFT_LIMITS.emptiedPerSitting) {
    const longest = Math.max(...left.map(lengthOf));
    const mayGo = left.slice(1).filter((copy) => lengthOf(copy) < longest);
    const going = mayGo.sort((a, b) => lengthOf(a) - lengthOf(b))[0] ?? left.at(-1);
    if (going) surplus.push(...left.splice(left.indexOf(going), 1));
  }
  return surplus;
}

const isToBeTold = ({ state, fields }: DraftRecord): boolean => state === 'discarded' && fields.reason !== undefined;

async function tell(record: DraftRecord): Promise<void> {
  const { reason = 'discarded', key, sitting, acked, base } = record.fields;
  const about = { baseUpdatedAt: base?.updatedAt ?? null, device: deviceName() };
  const body = {
    ...wholeBody(wordsOf(record.fields), about),
    ...{ reason, draftKey: key, sitting, postId: postIdOf(record) },
    ...(reason === 'discarded' && acked && { draftVersion: acked.version }),
  };
  await call(draftApi.discard, { params: { id: record.id }, body });
  const { reason: _, ...fields } = record.fields;
  // The server does not have a chosen file, so this browser keeps the record with it.
  await autosaveStore.put(record.file ? { ...discarded(record), fields } : removed(record));
}

async function tellAll(userId: string): Promise<void> {
  const { records } = await autosaveStore.list(postDraftKind, userId);
  const waiting = records.filter(isToBeTold).sort((a, b) => a.savedAtMs - b.savedAtMs);
  const copies = waiting.filter(({ fields }) => fields.reason === 'emptied');
  const sittings = new Set(copies.map(({ fields }) => fields.sitting));
  const surplus = [...sittings].flatMap((sitting) =>
    surplusOf(copies.filter(({ fields }) => fields.sitting === sitting)),
  );
  for (const record of surplus) await autosaveStore.put(removed(record));
  for (const record of waiting) {
    if (surplus.includes(record)) continue;
    await tell(record).catch((error: unknown) => {
      // It stays in this browser, where its writer can take it back.
      if (!isRefusal(error)) throw error;
      console.warn('The server does not keep a discarded draft', error);
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
      console.warn('The server is still to be told of discarded drafts', error);
      clearTimeout(retry);
      retry = setTimeout(() => void tellDiscards(userId), TRY_AGAIN_MS);
    });
  running.set(userId, telling);
  return telling;
}

/**
 * Discards a draft, which can be taken back from the list of drafts.
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

/** A draft of the server as a new record of this browser, which overwrites no other record. */
export async function broughtHere(
  found: ServerDraft,
  { ownerId, postId, base }: { ownerId: string; postId: string | null; base: PostDraft['base'] },
): Promise<DraftRecord> {
  const began = found.baseUpdatedAt;
  const isOfBase = postId === null || began === null || began === base?.updatedAt;
  const words = wordsOfServer(found);
  const fields: PostDraft = {
    ...{ key: found.key, sitting: found.sitting, form: words.form, image: keptImage(storedImage(words.image)).image },
    ...{ base: isOfBase ? base : await baseOfDraft(postId, began), submissionKey: crypto.randomUUID() },
    ...{ acked: ackedOf(found), sending: null },
  };
  const record = newRecord(postDraftKind, { place: placeOf(postId), ownerId, fields });
  return { ...record, savedAtMs: Date.parse(found.updatedAt) };
}

/** The words of a discarded draft in a new sitting, because the old one is closed. */
const begunAnew = (fields: PostDraft, postId: string | null): PostDraft => {
  const { reason: _, ...rest } = fields;
  return { ...rest, key: postId ?? newId(), sitting: newId(), acked: null, sending: null };
};

/** Takes back a draft that was discarded in this browser. */
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

async function forgetOnServer(id: string): Promise<void> {
  try {
    await call(draftApi.removeDiscarded, { params: { id } });
  } catch (error) {
    if (!isApiError(error, 404)) throw error;
  }
}

/** Takes back a discarded draft of the server: it becomes a record of this browser, and a draft on the server again. */
export async function takeBackFromServer({ id }: Pick<DiscardedDraftCard, 'id'>, ownerId: string): Promise<void> {
  const found = await call(draftApi.discardedById, { params: { id } });
  const { postId, baseUpdatedAt } = found;
  const words = wordsOfServer(found);
  const base = postId !== null && baseUpdatedAt !== null ? await baseOfDraft(postId, baseUpdatedAt) : null;
  const fields: PostDraft = {
    ...{ key: found.draftKey, sitting: found.sitting, form: words.form, image: storedImage(words.image), base },
    ...{ submissionKey: crypto.randomUUID(), acked: null, sending: null },
  } as PostDraft;
  await takeBack({ ...newRecord(postDraftKind, { place: placeOf(postId), ownerId, fields }), id });
}
