import { draftApi } from '@inkwell/shared/drafts';
import * as z from 'zod/mini';
import { call, isApiError } from '../../../lib/api.ts';
import { safeStorage } from '../../../lib/safe-storage.ts';

/** Versions of drafts that are to be removed from the server: kept until it has answered, because the network may be gone. */
const Removals = z.array(z.object({ userId: z.string(), key: z.string(), version: z.number() }));
type Removal = z.infer<typeof Removals>[number];

const STORAGE_KEY = 'inkwell:draft-removals';

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

const isSame = (a: Removal, b: Removal) => a.userId === b.userId && a.key === b.key && a.version === b.version;

async function send(removal: Removal): Promise<void> {
  try {
    await call(
      draftApi.remove,
      { params: { key: removal.key }, query: { version: String(removal.version) } },
      { keepalive: true },
    );
  } catch (error) {
    // Gone already, or changed on another device since: then it stays there.
    if (!isApiError(error, 404) && !isApiError(error, 409)) {
      console.warn('A draft is still to be removed from the server', error);
      return;
    }
  }
  writeAll(readAll().filter((other) => !isSame(other, removal)));
}

/** Removes a version of a draft from the server: now, or as soon as the editor is opened again. A later version stays. */
export async function removeFromServer(userId: string, key: string, version: number): Promise<void> {
  const removal = { userId, key, version };
  writeAll([...readAll().filter((other) => !isSame(other, removal)), removal]);
  await send(removal);
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
  readAll().some((removal) => isSame(removal, { userId, key, version }));
