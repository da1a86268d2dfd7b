import type { Micros } from '../time.ts';
import type { Change, StoredDocument } from './document.ts';
import { lowerBound } from './sorted-list.ts';

/** How long old versions are readable in production without point-in-time recovery. */
const maxAgeMicros = 3600e6;
const maxChanges = 200_000;
const maxBytes = 64 * 1024 * 1024;

/**
 * The changes of the last hour in the order of their commits, limited in number and size. Finds the state of a document at an earlier time, and the
 * changes since then.
 */
export class History {
  /** Reads before this time are not possible. */
  #horizon: Micros;
  #changes: Change[] = [];
  #start = 0;
  #bytes = 0;
  readonly #byKey = new Map<string, Change[]>();

  constructor(horizon: Micros) {
    this.#horizon = horizon;
  }

  get horizon(): Micros {
    return this.#horizon;
  }

  append(changes: readonly Change[]): void {
    for (const change of changes) {
      this.#changes.push(change);
      this.#bytes += 64 + (change.before?.size ?? 0);
      const list = this.#byKey.get(change.key);
      if (list) list.push(change);
      else this.#byKey.set(change.key, [change]);
    }
    this.#prune(changes.at(-1)?.time ?? 0);
  }

  #prune(now: Micros): void {
    while (this.#start < this.#changes.length) {
      const oldest = this.#changes[this.#start] as Change;
      const isFull = this.#changes.length - this.#start > maxChanges || this.#bytes > maxBytes;
      if (!isFull && oldest.time > now - maxAgeMicros) break;
      this.#start++;
      this.#bytes -= 64 + (oldest.before?.size ?? 0);
      this.#horizon = oldest.time;
      const list = this.#byKey.get(oldest.key);
      list?.shift();
      if (list?.length === 0) this.#byKey.delete(oldest.key);
    }
    if (this.#start > 10_000 && this.#start > this.#changes.length / 2) {
      this.#changes = this.#changes.slice(this.#start);
      this.#start = 0;
    }
  }

  /** The version of a document at `time`, given its current version. */
  documentAt(key: string, current: StoredDocument | undefined, time: Micros): StoredDocument | undefined {
    const next = this.#byKey.get(key)?.find((change) => change.time > time);
    return next ? (next.before ?? undefined) : current;
  }

  /** All changes committed after `time`, oldest first. */
  since(time: Micros): readonly Change[] {
    return this.#changes.slice(lowerBound(this.#changes, (change) => change.time > time, this.#start));
  }
}
