import { draftApi } from '@inkwell/shared/drafts';
import * as z from 'zod/mini';
import { call, isApiError } from '../../../lib/api.ts';
import { safeStorage } from '../../../lib/safe-storage.ts';
import type { Synced } from './draft.ts';
import { printOf, syncedOf, type Words } from './draft-body.ts';
import { findServerDraft } from './server-drafts.ts';

/** What of a draft is to be removed from the server. */
export interface Known {
  /** The version that the server has acknowledged. */
  readonly synced: Pick<Synced, 'version'> | null;
  /** What it may have in the place of that: sent, and not answered yet. */
  readonly sent: readonly Pick<Words, 'form' | 'image'>[];
}

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

const isOf = (userId: string, key: string) => (removal: Removal) => removal.userId === userId && removal.key === key;

function forget({ userId, key, version, prints }: Removal): void {
  const isIt = (other: Removal) =>
    isOf(userId, key)(other) && other.version === version && other.prints.join() === prints.join();
  writeAll(readAll().filter((other) => !isIt(other)));
}

/** Which version is to go: null for none; undefined where that cannot be told yet, because what was sent may still arrive. */
async function versionToRemove({ key, version, prints, notedAtMs }: Removal): Promise<number | null | undefined> {
  if (prints.length === 0) return version;
  const stored = await findServerDraft(key);
  if (!stored) return Date.now() - notedAtMs < LONGEST_CALL_MS ? undefined : null;
  return stored.version === version || prints.includes(printOf(syncedOf(stored))) ? stored.version : null;
}

async function send(removal: Removal): Promise<void> {
  const params = { key: removal.key };
  try {
    const version = await versionToRemove(removal);
    if (version === undefined) return;
    if (version !== null)
      await call(draftApi.remove, { params, query: { version: `${version}` } }, { keepalive: true });
  } catch (error) {
    // Gone already, or changed on another device since: then it stays there.
    if (!isApiError(error, 404) && !isApiError(error, 409)) {
      console.warn('A draft is still to be removed from the server', error);
      return;
    }
  }
  forget(removal);
}

/** Takes down at once, for whichever page comes next, that a draft is to go. @returns null where the server cannot have any of it */
export function noteRemoval(userId: string, key: string, { synced, sent }: Known): Removal | null {
  if (!synced && sent.length === 0) return null;
  const prints = sent.map(printOf);
  const removal = { userId, key, version: synced?.version ?? null, prints, notedAtMs: Date.now() };
  writeAll([...readAll().filter((other) => !isOf(userId, key)(other)), removal]);
  return removal;
}

/** Removes what was known of a draft from the server: now, or as soon as the editor is opened again. A later version stays. */
export async function removeFromServer(userId: string, key: string, known: Known): Promise<void> {
  const removal = noteRemoval(userId, key, known);
  if (removal) await send(removal);
}

/** Somebody writes on under this key: what is stored there from now on may be more than what was to go. */
export function keepFromNow(userId: string, key: string): void {
  for (const removal of readAll().filter(isOf(userId, key))) if (removal.prints.length > 0) forget(removal);
}

/** Removes what could not be removed before. */
export async function finishRemovals(userId: string): Promise<void> {
  await Promise.all(
    readAll()
      .filter((removal) => removal.userId === userId)
      .map(send),
  );
}

/** Whether this version is only still there because the server could not be reached. */
export const isRemoved = (userId: string, key: string, version: number): boolean =>
  readAll().some((removal) => isOf(userId, key)(removal) && removal.version === version);
