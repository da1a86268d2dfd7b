import { safeStorage } from '../../../lib/safe-storage.ts';
import type { BookmarkChange } from './changes.ts';

const prefixOf = (userId: string) => `inkwell:bookmark:${userId}:`;

/**
 * Stores the last change of a post until the server has it, for all tabs.
 * @returns the stored value, for `forget`; null if the browser stores nothing (storage off, or full)
 */
export function rememberChange(userId: string, postId: string, change: BookmarkChange): string | null {
  const key = prefixOf(userId) + postId;
  // The time distinguishes it from an earlier equal change.
  const value = JSON.stringify({ ...change, at: Date.now() });
  if (safeStorage.set(key, value)) return value;
  // An earlier change would be sent after this one.
  safeStorage.remove(key);
  return null;
}

/** Removes an answered change, unless a newer one has replaced it. */
export function forgetChange(userId: string, postId: string, value: string): void {
  if (safeStorage.get(prefixOf(userId) + postId) === value) safeStorage.remove(prefixOf(userId) + postId);
}

/** The changes that the server may not have, by post id. */
export function unsentChanges(userId: string): ReadonlyMap<string, { change: BookmarkChange; value: string }> {
  const found = new Map<string, { change: BookmarkChange; value: string }>();
  for (const key of safeStorage.keys(prefixOf(userId))) {
    const value = safeStorage.get(key);
    const change = value === null ? null : readChange(value);
    if (value !== null && change) found.set(key.slice(prefixOf(userId).length), { change, value });
  }
  return found;
}

function readChange(value: string): BookmarkChange | null {
  try {
    const { isSaved, lists } = JSON.parse(value);
    if (typeof isSaved !== 'boolean') return null;
    const names = Array.isArray(lists) ? lists.filter((name) => typeof name === 'string') : undefined;
    return { isSaved, ...(names && { lists: names }) };
  } catch {
    return null; // The value was not written by this app.
  }
}
