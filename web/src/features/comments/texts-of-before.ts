import { fingerprint } from '../../lib/fingerprint.ts';
import { safeStorage } from '../../lib/safe-storage.ts';
import { localCopies } from '../../lib/unsent/local-copies.ts';

/** Where texts were until November 2026: in local storage, one for each writer and place. */
const PREFIX = 'inkwell:unsent-comment:';

const keyOf = (ownerId: string, place: string) => `${PREFIX}${ownerId}:${place}`;

/** Takes over what was left by the app of before, so that no half-written comment is lost with a new version. */
export function takeOverTextsOfBefore(): void {
  const parts = safeStorage.keys(PREFIX).map((key) => {
    const [ownerId = '', ...rest] = key.slice(PREFIX.length).split(':');
    const [kind, threadId] = rest.length > 1 ? rest : [];
    return { key, ownerId, kind, threadId, place: kind ? rest.join(':') : `comment:${rest[0]}` };
  });
  for (const { key, ownerId, kind, threadId, place } of parts) {
    if (kind === 'target') continue;
    const text = safeStorage.get(key);
    const target = kind === 'answer' ? safeStorage.get(keyOf(ownerId, `target:${threadId}`)) : null;
    // A page of that app may be open, and be written in after this.
    const id = `before-${fingerprint(`${ownerId}:${place}:${text}`)}`;
    // The oldest version: whatever else is known of the text, also that it was sent, is newer.
    const kept = { id, ownerId, place, typed: { text: text ?? '', ...(target && { target }) }, version: 1 };
    if (!text || localCopies.find(id) || localCopies.put(kept)) safeStorage.remove(key);
  }
  for (const { key, ownerId, kind, threadId } of parts) {
    // An answer that found no room stays, to be taken over by a later page.
    if (kind === 'target' && !safeStorage.get(keyOf(ownerId, `answer:${threadId}`))) safeStorage.remove(key);
  }
}
