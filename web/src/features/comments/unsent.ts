import { identityStore } from '../../lib/identity-store.ts';
import { safeStorage } from '../../lib/safe-storage.ts';

/*
 * What was typed and not sent, by writer and post. It outlives the page, the session and the network, and is shown to its writer
 * alone: whoever signs in here as somebody else sees nothing of it.
 */

interface Unsent {
  readonly ownerId: string;
  readonly text: string;
}

/** What this tab shows while it is not known who reads: a session that another tab ends must not take the text along. */
const shown = new Map<string, Unsent>();
identityStore.onLeave(() => shown.clear());

const storageKey = (ownerId: string, postId: string) => `inkwell:unsent-comment:${ownerId}:${postId}`;

/** What is left to be sent to a post. `readerId` is null while it is not known who reads; somebody else gets nothing. */
export function unsentText(postId: string, readerId: string | null): string {
  const here = shown.get(postId);
  if (here && (readerId === null || here.ownerId === readerId)) return here.text;
  return (readerId !== null && safeStorage.get(storageKey(readerId, postId))) || '';
}

/**
 * Takes away what the server has stored, and leaves what was typed while it was on its way.
 * @returns what is left to be sent
 */
export function dropSent(postId: string, readerId: string | null, sent: string): string {
  const text = unsentText(postId, readerId);
  const rest = text.trimStart().startsWith(sent) ? text.trimStart().slice(sent.length).trimStart() : text;
  keepUnsent(postId, readerId, rest);
  return rest;
}

/** Keeps what was typed; without a session it stays that of whoever began. */
export function keepUnsent(postId: string, readerId: string | null, text: string): void {
  const ownerId = readerId ?? shown.get(postId)?.ownerId;
  if (ownerId === undefined) return;
  if (text.trim() === '') {
    shown.delete(postId);
    safeStorage.remove(storageKey(ownerId, postId));
  } else {
    shown.set(postId, { ownerId, text });
    safeStorage.set(storageKey(ownerId, postId), text);
  }
}
