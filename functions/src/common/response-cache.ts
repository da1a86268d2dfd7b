import type { Clock } from './clock.ts';

/** The post that an answer shows: its id, `null` for lists, `undefined` if unknown. */
export type ShownPost = string | null | undefined;

/**
 * Caches answers that are the same for all visitors in this instance (docs/decisions/0014-hot-answers.md). Parallel callers share one
 * answer.
 */
export interface ResponseCache<T> {
  /** The cached answer, or the promise of one being made; null if there is neither. */
  find(key: string): T | Promise<T> | null;
  /** Makes and stores an answer. All waiting callers get an error of `work`, which is not stored. Call `find` first. */
  make(key: string, post: ShownPost, work: () => Promise<T>): Promise<T>;
  /**
   * Drops all answers, or the answers that show `postId` or an unknown post. Call it after a write. Unfinished answers may have read the previous
   * state, so they are returned to their waiting callers but not stored.
   */
  invalidate(postId?: string): void;
}

interface Options<T> {
  readonly clock: Clock;
  /** The lifetime of an answer, from the start of `work`. */
  readonly forMs: number;
  /** Above this size, the least recently used answers are dropped. */
  readonly maxBytes: number;
  readonly bytesOf: (answer: T) => number;
  /** False for answers that must not be shared, such as "not found". */
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

/** An estimate for key, entry and headers, so that the number of small answers is limited, too. */
const OVERHEAD_BYTES = 512;

export function createResponseCache<T>(options: Options<T>): ResponseCache<T> {
  const { clock, forMs, maxBytes, bytesOf, isCacheable = () => true } = options;
  /** Least recently used first. */
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
      // If the clock was set back, more time than `forMs` is left.
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
