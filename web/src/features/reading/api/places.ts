import { READING_LIMITS, type ReadingPlace, readingApi } from '@inkwell/shared/reading';
import { call } from '../../../lib/api.ts';
import { safeStorage } from '../../../lib/safe-storage.ts';

/** Minimum interval between writes of one browser. */
const WRITE_EVERY_MS = 5 * 60_000;

interface Kept {
  /** The most recently read first. */
  readonly places: readonly ReadingPlace[];
  /** The server has the places up to this time. */
  readonly sentMs: number;
  readonly triedMs: number;
}

const NOTHING: Kept = { places: [], sentMs: 0, triedMs: 0 };
const keyOf = (userId: string) => `inkwell:reading:${userId}`;
/** For browsers that store nothing. */
const memory = new Map<string, string>();

function read(userId: string): Kept {
  try {
    const text = safeStorage.get(keyOf(userId)) ?? memory.get(keyOf(userId)) ?? 'null';
    const value: unknown = JSON.parse(text);
    const isOurs = value instanceof Object && 'places' in value && Array.isArray(value.places);
    return isOurs ? { ...NOTHING, ...(value as Partial<Kept>) } : NOTHING;
  } catch {
    return NOTHING; // The value was not written by this app.
  }
}

function write(userId: string, kept: Kept): void {
  const text = JSON.stringify(kept);
  if (!safeStorage.set(keyOf(userId), text)) memory.set(keyOf(userId), text);
}

export const keptPlace = (userId: string, postId: string): ReadingPlace | null =>
  read(userId).places.find((place) => place.postId === postId) ?? null;

/** The later of the places of two devices. */
export const laterPlace = (a: ReadingPlace | null, b: ReadingPlace | null): ReadingPlace | null =>
  !a || (b && Date.parse(b.at) > Date.parse(a.at)) ? b : a;

/** Stores a place in this browser, for all tabs. */
export function keepPlace(userId: string, place: ReadingPlace): void {
  const stored = read(userId);
  const others = stored.places.filter(({ postId }) => postId !== place.postId);
  write(userId, { ...stored, places: [place, ...others].slice(0, READING_LIMITS.posts) });
}

/** Sends the places that the server does not have, at most once in 5 minutes. Unanswered ones are sent again the next time. */
export async function sendPlaces(userId: string): Promise<void> {
  const stored = read(userId);
  // The oldest first; later ones follow the next time.
  const places = stored.places.filter(({ at }) => Date.parse(at) > stored.sentMs).slice(-READING_LIMITS.sent);
  const [newest] = places;
  const waitedMs = Date.now() - stored.triedMs;
  // The clock may have been set back.
  if (!newest || (waitedMs >= 0 && waitedMs < WRITE_EVERY_MS)) return;
  write(userId, { ...stored, triedMs: Date.now() });
  try {
    await call(readingApi.note, { body: { places: [...places] } }, { keepalive: true });
    // Nothing is restored for an account that has left meanwhile.
    if (read(userId).triedMs > 0) write(userId, { ...read(userId), sentMs: Date.parse(newest.at) });
  } catch (error) {
    console.info('Where you stopped reading was not stored yet', error);
  }
}

/** All copies are deleted with the session. */
export function forgetPlaces(userId: string): void {
  safeStorage.remove(keyOf(userId));
  memory.delete(keyOf(userId));
}
