import type { Clock } from './clock.ts';

/**
 * Answers that are the same for everybody, in the memory of this instance ([decision 14](docs/decisions/0014-hot-answers.md)).
 * One answer is made for all who ask at the same moment, and serves for a few seconds more.
 */
export interface KeptAnswers<T> {
  /** The answer kept under `key`, or the one that is being made for somebody else; null where there is neither. */
  find(key: string): T | Promise<T> | null;
  /**
   * Makes the answer and keeps it; what `work` throws is thrown to all who wait, and nothing is kept. Ask `find` first.
   * @param topic what the answer shows beside what all answers show; null for nothing
   */
  make(key: string, topic: string | null, work: () => Promise<T>): Promise<T>;
  /**
   * Drops what shows `topic`, or everything. Called once a write is through: an answer that is being made meanwhile may have read
   * what was there before, so it goes to those who wait for it already and to nobody else.
   */
  forget(topic?: string): void;
}

interface Options<T> {
  readonly clock: Clock;
  /** How old an answer may be, from the moment it was begun. */
  readonly forMs: number;
  /** Beyond, what was asked for least recently goes. */
  readonly maxBytes: number;
  readonly bytesOf: (answer: T) => number;
  /** False for answers that each caller is told anew, such as "not found". */
  readonly isKeepable?: (answer: T) => boolean;
}

interface Entry<T> {
  readonly answer: T;
  readonly topic: string | null;
  readonly untilMs: number;
  readonly bytes: number;
}

interface Flight<T> {
  readonly answer: Promise<T>;
  readonly topic: string | null;
}

/** Key, record and headers of an entry, roughly: many small answers are bounded too. */
const OVERHEAD_BYTES = 512;

export function createKeptAnswers<T>(options: Options<T>): KeptAnswers<T> {
  const { clock, forMs, maxBytes, bytesOf, isKeepable = () => true } = options;
  /** Least recently asked for first. */
  const entries = new Map<string, Entry<T>>();
  const flights = new Map<string, Flight<T>>();
  let totalBytes = 0;

  const drop = (key: string) => {
    totalBytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };

  const keep = (key: string, entry: Entry<T>) => {
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
      // More is left than was given where the clock was put back.
      if (entry && leftMs > 0 && leftMs <= forMs) {
        entries.delete(key);
        entries.set(key, entry);
        return entry.answer;
      }
      return flights.get(key)?.answer ?? null;
    },

    make(key, topic, work) {
      const untilMs = clock.now().getTime() + forMs;
      const flight: Flight<T> = { topic, answer: work() };
      flights.set(key, flight);
      const land = (): boolean => {
        const isCurrent = flights.get(key) === flight;
        if (isCurrent) flights.delete(key);
        return isCurrent;
      };
      flight.answer.then(
        (answer) => {
          if (land() && isKeepable(answer)) {
            keep(key, { answer, topic, untilMs, bytes: bytesOf(answer) + 2 * key.length + OVERHEAD_BYTES });
          }
        },
        () => void land(),
      );
      return flight.answer;
    },

    forget(topic) {
      const isMeant = (one: { readonly topic: string | null }) => topic === undefined || one.topic === topic;
      for (const [key, flight] of flights) if (isMeant(flight)) flights.delete(key);
      for (const [key, entry] of entries) if (isMeant(entry)) drop(key);
    },
  };
}
