import { identityStore } from '../../lib/identity-store.ts';
import { safeStorage } from '../../lib/safe-storage.ts';

/*
 * What was typed and not sent, by writer and place. It outlives the page, the session and the network, and is shown to its writer
 * alone: whoever signs in here as somebody else sees nothing of it.
 */

/** Where something is written: a comment below a post, an answer in a thread, or another text of a comment. */
export const places = {
  comment: (postId: string) => postId,
  answer: (threadId: string) => `answer:${threadId}`,
  /** The id of the comment that is being answered in a thread. */
  target: (threadId: string) => `target:${threadId}`,
  edit: (commentId: string) => `edit:${commentId}`,
};

interface Unsent {
  readonly ownerId: string;
  readonly text: string;
}

/** What this tab shows while it is not known who reads: a session that another tab ends must not take the text along. */
const shown = new Map<string, Unsent>();
identityStore.onLeave(() => shown.clear());

const storageKey = (ownerId: string, place: string) => `inkwell:unsent-comment:${ownerId}:${place}`;

/** What is left to be sent from a place. `readerId` is null while it is not known who reads; somebody else gets nothing. */
export function unsentText(place: string, readerId: string | null): string {
  const here = shown.get(place);
  if (here && (readerId === null || here.ownerId === readerId)) return here.text;
  return (readerId !== null && safeStorage.get(storageKey(readerId, place))) || '';
}

/**
 * Takes away what the server has stored, and leaves what was typed while it was on its way.
 * @returns what is left to be sent
 */
export function dropSent(place: string, readerId: string | null, sent: string): string {
  const text = unsentText(place, readerId);
  const rest = text.trimStart().startsWith(sent) ? text.trimStart().slice(sent.length).trimStart() : text;
  keepUnsent(place, readerId, rest);
  return rest;
}

/** Keeps what was typed; without a session it stays that of whoever began. */
export function keepUnsent(place: string, readerId: string | null, text: string): void {
  const ownerId = readerId ?? shown.get(place)?.ownerId;
  if (ownerId === undefined) return;
  if (text.trim() === '') {
    shown.delete(place);
    safeStorage.remove(storageKey(ownerId, place));
  } else {
    shown.set(place, { ownerId, text });
    safeStorage.set(storageKey(ownerId, place), text);
  }
}
