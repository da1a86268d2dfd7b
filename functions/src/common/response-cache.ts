import type { Clock } from './clock.ts';

/** Which post an answer shows: its id, `null` for none in particular (lists), `undefined` for one that is not known. */
export type ShownPost = string | null | undefined;

/**
 * Answers that are the same for everybody, in the memory of this instance ([decision 14](docs/decisions/0014-hot-answers.md)).
 * Callers at the same moment share one answer, and callers of the next seconds get it too.
 */
export interface ResponseCache<T> {
  /** The answer under `key`, or the promise of one that is being made; null where there is neither. */
  find(key: string): T | Promise<T> | null;
  /** Makes the answer and stores it; what `work` throws is thrown to all who wait, and nothing is stored. Call `find` first. */
  make(key: string, post: ShownPost, work: () => Promise<T>): Promise<T>;
  /**
   * Drops all answers, or those that show the post `postId`. Call it after a write: an answer that is being made may have read the state
   * before the write, so it goes to the callers that wait for it and is not stored.
   */
  invalidate(postId?: string): void;
}

interface Options<T> {
  readonly clock: Clock;
  /** Age at which an answer is dropped, counted from the moment at which `work` started. */
  readonly forMs: number;
  /** Above this, the answer that was asked for least recently goes. */
  readonly maxBytes: number;
  readonly bytesOf: (answer: T) => number;
  /** False for answers that are made for each caller anew, such as "not found". */
  readonly isCacheable?: (answer: T) => boolean;
}

interface Entry<T> {
  readonly answer: T;
  readonly post: ShownPost;
  readonly untilMs: number;
  readonly bytes: number;
}

interface Flight<T> {
  readonly answer: Promise<T>;
  readonly post: ShownPost;
}

/** Key, record and headers of an entry, roughly: many small answers are bounded too. */
const OVERHEAD_BYTES = 512;

export function createResponseCache<T>(options: Options<T>): ResponseCache<T> {
  const { clock, forMs, maxBytes, bytesOf, isCacheable = () => true } = options;
  /** Least recently asked for first. */
  const entries = new Map<string, Entry<T>>();
  const flights = new Map<string, Flight<T>>();
  let totalBytes = 0;

  const drop = (key: string) => {
    totalBytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };

  const store = (key: string, entry: Entry<T>) => {
    drop(key);
    if (entry.bytes > maxBytes) return;
    entries.set(key, entry);
    totalBytes += entry.bytes;
    for (const oldest of entries.keys()) {
      if (totalBytes <= maxBytes) return;
      drop(oldest);
    }
  };

  return {
    find(key) {
      const entry = entries.get(key);
      const leftMs = (entry?.untilMs ?? 0) - clock.now().getTime();
      // More time is left than `forMs` where the clock was set back.
      if (entry && leftMs > 0 && leftMs <= forMs) {
        entries.delete(key);
        entries.set(key, entry);
        return entry.answer;
      }
      return flights.get(key)?.answer ?? null;
    },

    make(key, post, work) {
      const untilMs = clock.now().getTime() + forMs;
      const flight: Flight<T> = { post, answer: work() };
      flights.set(key, flight);
      const land = (): boolean => {
        const isCurrent = flights.get(key) === flight;
        if (isCurrent) flights.delete(key);
        return isCurrent;
      };
      flight.answer.then(
        (answer) => {
          if (land() && isCacheable(answer)) {
            store(key, { answer, post, untilMs, bytes: bytesOf(answer) + 2 * key.length + OVERHEAD_BYTES });
          }
        },
        () => void land(),
      );
      return flight.answer;
    },

    invalidate(postId) {
      const isOld = ({ post }: { readonly post: ShownPost }) =>
        postId === undefined || post === postId || post === undefined;
      for (const [key, flight] of flights) if (isOld(flight)) flights.delete(key);
      for (const [key, entry] of entries) if (isOld(entry)) drop(key);
    },
  };
}
