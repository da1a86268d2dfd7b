import { safeStorage } from '../../lib/safe-storage.ts';
import { shelf } from '../../lib/unsent/unsent.ts';

/** Where texts were until November 2026: in local storage, one for each writer and place. */
const PREFIX = 'inkwell:unsent-comment:';

function keys(): string[] {
  try {
    return Object.keys(window.localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

/** Takes over what was left by the app of before, so that no half-written comment is lost with a new version. */
export function takeOverTextsOfBefore(): void {
  for (const key of keys()) {
    const [ownerId = '', ...rest] = key.slice(PREFIX.length).split(':');
    const text = safeStorage.get(key);
    safeStorage.remove(key);
    if (!text || rest[0] === 'target') continue;
    const target = rest[0] === 'answer' ? safeStorage.get(`${PREFIX}${ownerId}:target:${rest[1]}`) : null;
    const place = rest.length > 1 ? rest.join(':') : `comment:${rest[0]}`;
    shelf.keep({
      id: `before:${ownerId}:${place}`,
      ownerId,
      place,
      typed: target ? { text, target } : { text },
      version: Date.now(),
    });
  }
}
