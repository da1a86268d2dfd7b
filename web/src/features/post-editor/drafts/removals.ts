import { draftApi, type Draft as ServerDraft } from '@inkwell/shared/drafts';
import * as z from 'zod/mini';
import { call, isApiError } from '../../../lib/api.ts';
import { safeStorage } from '../../../lib/safe-storage.ts';
import type { Draft } from './draft.ts';
import { type Known, printOf, syncedOf } from './draft-body.ts';
import { findServerDraft } from './server-drafts.ts';
import type { ServerOffer } from './server-offer.ts';

/** Drafts that are to be removed from the server: kept until it has answered, because the network or the page may be gone. */
const Removals = z.array(
  z.object({
    userId: z.string(),
    key: z.string(),
    version: z.nullable(z.number()),
    /** Of what may be stored instead of that version. */
    prints: z._default(z.array(z.string()), []),
    notedAtMs: z._default(z.number(), 0),
  }),
);
type Removal = z.infer<typeof Removals>[number];

const STORAGE_KEY = 'inkwell:draft-removals';

/** What was sent is stored after this time, or never. */
const LONGEST_CALL_MS = 10 * 60 * 1000;

function readAll(): Removal[] {
  const text = safeStorage.get(STORAGE_KEY);
  if (text === null) return [];
  try {
    return Removals.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

function writeAll(removals: readonly Removal[]): void {
  if (removals.length === 0) safeStorage.remove(STORAGE_KEY);
  else safeStorage.set(STORAGE_KEY, JSON.stringify(removals));
}

const find = (userId: string, key: string): Removal | undefined =>
  readAll().find((removal) => removal.userId === userId && removal.key === key);

/** There is one note for each draft. */
const othersThan = (removal: Removal): Removal[] =>
  readAll().filter(({ userId, key }) => userId !== removal.userId || key !== removal.key);

const write = (removal: Removal): void => writeAll([...othersThan(removal), removal]);

/** Whether something that was sent and not answered may still be stored. */
const mayArrive = ({ prints, notedAtMs }: Removal): boolean =>
  prints.length > 0 && Date.now() - notedAtMs < LONGEST_CALL_MS;

const isNoted = ({ userId, key, notedAtMs }: Removal): boolean => find(userId, key)?.notedAtMs === notedAtMs;

const isMeant = ({ prints }: Removal, stored: ServerDraft): boolean => prints.includes(printOf(syncedOf(stored)));

/** Gone already, or changed on another device since: then it stays there. */
async function remove(key: string, version: number): Promise<void> {
  try {
    await call(draftApi.remove, { params: { key }, query: { version: `${version}` } }, { keepalive: true });
  } catch (error) {
    if (!isApiError(error, 404) && !isApiError(error, 409)) throw error;
  }
}

async function send(removal: Removal): Promise<void> {
  const { key, version, prints } = removal;
  try {
    if (version !== null) await remove(key, version);
    const stored = prints.length > 0 ? await findServerDraft(key) : null;
    if (stored && isNoted(removal) && isMeant(removal, stored)) await remove(key, stored.version);
  } catch (error) {
    console.warn('A draft is still to be removed from the server', error);
    return;
  }
  // What was sent and not answered may still arrive: whoever finds it knows it by its print.
  if (!isNoted(removal)) return;
  if (mayArrive(removal)) write({ ...removal, version: null });
  else writeAll(othersThan(removal));
}

/** Takes down at once, for whichever page comes next, that a draft is to go. @returns null where the server cannot have any of it */
export function noteRemoval(userId: string, key: string, { synced, sent }: Known): Removal | null {
  if (!synced && sent.length === 0) return null;
  const removal = { userId, key, version: synced?.version ?? null, prints: sent.map(printOf), notedAtMs: Date.now() };
  write(removal);
  return removal;
}

/** Removes what was known of a draft from the server: now, or as soon as the editor is opened again. A later version stays. */
export async function removeFromServer(userId: string, key: string, known: Known): Promise<void> {
  const removal = noteRemoval(userId, key, known);
  if (removal) await send(removal);
}

/** Removes what the server has of a draft beside what was written over it. */
export async function removeBeside({ userId, beside }: Pick<Draft, 'userId' | 'beside'>): Promise<void> {
  if (beside) await removeFromServer(userId, beside.key, { synced: beside, sent: [] });
}

/** Somebody writes on under this key: what is stored there from now on may be more than what was to go. */
export function keepFromNow(userId: string, key: string): void {
  const removal = find(userId, key);
  if (removal && removal.prints.length > 0) write({ ...removal, prints: [], notedAtMs: Date.now() });
}

/** Begins to remove what could not be removed before. @returns what that is: a list that is asked for meanwhile may still have it */
export function finishRemovals(userId: string): readonly Removal[] {
  const noted = readAll().filter((removal) => removal.userId === userId);
  // What may still arrive is looked for where a list tells of it.
  for (const removal of noted) if (removal.version !== null || !mayArrive(removal)) void send(removal);
  return noted;
}

/** Whether this version is only still there because the server could not be reached. */
export const isRemoved = (userId: string, key: string, version: number): boolean =>
  find(userId, key)?.version === version;

/**
 * Of drafts that the server has, those that were not to go; of the others, it is told once more.
 * @param noted what was to go when the server was asked
 */
export async function standingOf<Offer extends ServerOffer>(
  noted: readonly Removal[],
  offers: readonly Offer[],
): Promise<Offer[]> {
  const isStanding = async (offer: Offer): Promise<boolean> => {
    const removal = noted.find(({ key }) => key === offer.key);
    if (!removal) return true;
    if (removal.version === offer.version) return false;
    if (removal.prints.length === 0) return true;
    const stored = offer.content === undefined ? await findServerDraft(offer.key) : offer;
    if (!stored || !isMeant(removal, stored)) return stored !== null;
    const present = find(removal.userId, removal.key);
    // Somebody has begun to write on it.
    if (present && present.notedAtMs !== removal.notedAtMs) return true;
    if (present) void send(present);
    return false;
  };
  const answers = await Promise.all(offers.map((offer) => isStanding(offer).catch(() => true)));
  return offers.filter((_, index) => answers[index]);
}
