import type { StoredDocument } from '../engine/document.ts';
import { FirestoreError } from '../errors.ts';
import type { Transaction } from './transaction.ts';

/** A document before and after a pending write, which shows the affected ranges. */
export interface LockedWrite {
  key: string;
  versions: readonly StoredDocument[];
}

interface Waiter {
  /** null for a write outside of transactions. */
  transaction: Transaction | null;
  keys: ReadonlySet<string>;
  kind: 'read' | 'write';
  /** The transactions and waiters that must finish first; computed again whenever one does. */
  blockers: () => Waiting[];
  /** Runs synchronously as soon as nothing blocks it. */
  run: () => void;
  fail: (error: FirestoreError) => void;
  timer: NodeJS.Timeout;
}

/** A transaction with locks, or an earlier waiter. */
type Waiting = { transaction: Transaction } | { waiter: Waiter };

const waitLimitMs = 30_000;

export const contention = () =>
  new FirestoreError('ABORTED', 'Too much contention on these documents. Please try again.');

/**
 * Pessimistic locks, as in production for server clients ("Transaction serializability and isolation"): a read in a
 * transaction takes a shared lock until the transaction ends, and a commit waits for the locks of others. In a
 * deadlock, the youngest transaction is aborted. A waiting commit precedes later reads of the same documents, and
 * retried transactions run one after the other from their first read, so that many of them on one document all succeed.
 */
export class LockManager {
  readonly #active = new Set<Transaction>();
  readonly #queue: Waiter[] = [];
  readonly #abort: (transaction: Transaction) => void;

  constructor(abort: (transaction: Transaction) => void) {
    this.#abort = abort;
  }

  add(transaction: Transaction): void {
    this.#active.add(transaction);
  }

  /** Takes shared locks on documents and runs `action` immediately afterwards. */
  read<T>(transaction: Transaction, keys: ReadonlySet<string>, action: () => T): Promise<T> {
    const isNew = [...keys].some((key) => !transaction.reads.documents.has(key));
    return this.#enter(
      transaction,
      isNew ? keys : new Set(),
      'read',
      (waiter) => this.#readBlockers(waiter),
      () => {
        for (const key of keys) transaction.reads.documents.add(key);
        return action();
      },
    );
  }

  /**
   * Waits until no other transaction has locks on the documents to be written, and runs `action` immediately
   * afterwards.
   */
  write<T>(
    transaction: Transaction | null,
    keys: ReadonlySet<string>,
    plan: () => readonly LockedWrite[],
    action: () => T,
  ): Promise<T> {
    return this.#enter(transaction, keys, 'write', () => this.#writeBlockers(transaction, plan), action);
  }

  /** Releases all locks of a transaction and removes its waiters. */
  release(transaction: Transaction): void {
    this.#active.delete(transaction);
    for (const waiter of this.#queue.filter((other) => other.transaction === transaction)) {
      this.#leave(waiter);
      waiter.fail(contention());
    }
    this.#wake();
  }

  #enter<T>(
    transaction: Transaction | null,
    keys: ReadonlySet<string>,
    kind: Waiter['kind'],
    blockersOf: (waiter: Waiter) => Waiting[],
    action: () => T,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#queue.length === 0 && this.#active.size <= (transaction ? 1 : 0)) {
        resolve(action());
        return;
      }
      const waiter: Waiter = {
        transaction,
        keys,
        kind,
        blockers: () => blockersOf(waiter),
        run: () => {
          try {
            resolve(action());
          } catch (error) {
            reject(error);
          }
        },
        fail: reject,
        timer: setTimeout(() => this.#expire(waiter), waitLimitMs),
      };
      waiter.timer.unref();
      this.#queue.push(waiter);
      this.#wake();
      this.#breakCircles(waiter);
    });
  }

  #leave(waiter: Waiter): void {
    clearTimeout(waiter.timer);
    const index = this.#queue.indexOf(waiter);
    if (index !== -1) this.#queue.splice(index, 1);
  }

  #expire(waiter: Waiter): void {
    this.#leave(waiter);
    if (waiter.transaction) this.#abort(waiter.transaction);
    waiter.fail(new FirestoreError('ABORTED', 'Transaction lock timeout.'));
    this.#wake();
  }

  #isWaking = false;

  /** Runs every waiter that is no longer blocked, in the order of arrival. */
  #wake(): void {
    if (this.#isWaking) return;
    this.#isWaking = true;
    try {
      for (let next = this.#nextReady(); next; next = this.#nextReady()) {
        this.#leave(next);
        next.run();
      }
    } finally {
      this.#isWaking = false;
    }
  }

  #nextReady(): Waiter | undefined {
    return this.#queue.find((waiter) => waiter.blockers().length === 0);
  }

  #writeBlockers(transaction: Transaction | null, plan: () => readonly LockedWrite[]): Waiting[] {
    if (this.#active.size <= (transaction ? 1 : 0)) return [];
    const writes = plan();
    const holders = [...this.#active].filter(
      (other) =>
        other !== transaction &&
        writes.some(
          ({ key, versions }) =>
            other.reads.documents.has(key) ||
            other.reads.ranges.some((contains) => versions.some((version) => contains(version))),
        ),
    );
    return holders.map((holder) => ({ transaction: holder }));
  }

  /** Earlier commits that wait for the same documents and, for a retry, other retries with locks on them. */
  #readBlockers(waiter: Waiter): Waiting[] {
    const transaction = waiter.transaction;
    const shares = (keys: ReadonlySet<string>) => [...waiter.keys].some((key) => keys.has(key));
    const blockers: Waiting[] = [];
    const place = this.#queue.indexOf(waiter);
    for (const earlier of place === -1 ? this.#queue : this.#queue.slice(0, place)) {
      if (earlier.kind !== 'write' || !shares(earlier.keys)) continue;
      const waitsForUs = earlier
        .blockers()
        .some((other) => 'transaction' in other && other.transaction === transaction);
      if (!waitsForUs) blockers.push({ waiter: earlier });
    }
    if (!transaction?.isRetry) return blockers;
    for (const other of this.#active) {
      if (other !== transaction && other.isRetry && shares(other.reads.documents))
        blockers.push({ transaction: other });
    }
    return blockers;
  }

  /** The waiters that block `waiter`. */
  #waitsFor(waiter: Waiter): Waiter[] {
    return waiter
      .blockers()
      .flatMap((blocker) =>
        'waiter' in blocker
          ? [blocker.waiter]
          : this.#queue.filter((other) => other.transaction === blocker.transaction),
      );
  }

  #circleThrough(start: Waiter): Waiter[] | null {
    const visited = new Set<Waiter>();
    const search = (waiter: Waiter, path: Waiter[]): Waiter[] | null => {
      for (const next of this.#waitsFor(waiter)) {
        if (next === start) return path;
        if (visited.has(next)) continue;
        visited.add(next);
        const found = search(next, [...path, next]);
        if (found) return found;
      }
      return null;
    };
    return search(start, [start]);
  }

  #breakCircles(start: Waiter): void {
    while (this.#queue.includes(start)) {
      const circle = this.#circleThrough(start);
      if (!circle) return;
      const members = circle.flatMap(({ transaction }) => (transaction ? [transaction] : []));
      const youngest = members.reduce((a, b) => (b.age > a.age ? b : a));
      this.#abort(youngest);
    }
  }
}
