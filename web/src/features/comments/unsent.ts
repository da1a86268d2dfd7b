import { identityStore } from '../../lib/identity-store.ts';

/*
 * What was typed and not sent, by post, for as long as the tab lives: a session that another tab ends, and the way to sign in
 * again, take the page and not the text. Whoever signs out here takes it along.
 */

interface Unsent {
  readonly ownerId: string;
  readonly text: string;
}

const unsent = new Map<string, Unsent>();
identityStore.onLeave(() => unsent.clear());

/** What is left to be sent to a post. `readerId` is null while it is not known who reads; somebody else gets nothing. */
export function unsentText(postId: string, readerId: string | null): string {
  const kept = unsent.get(postId);
  return kept && (readerId === null || kept.ownerId === readerId) ? kept.text : '';
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
  const ownerId = readerId ?? unsent.get(postId)?.ownerId;
  if (text.trim() === '' || ownerId === undefined) unsent.delete(postId);
  else unsent.set(postId, { ownerId, text });
}
