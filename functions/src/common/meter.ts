import { AsyncLocalStorage } from 'node:async_hooks';

/** Firestore documents as billed: a query or lookup without a result is one read, and an aggregation is one per 1,000 entries. */
export interface Meter {
  reads: number;
  writes: number;
}

export const createMeter = (): Meter => ({ reads: 0, writes: 0 });

const current = new AsyncLocalStorage<Meter>();

/** Counts the reads and writes of `work` and its continuations in `meter`. */
export const withMeter = <T>(meter: Meter, work: () => T): T => current.run(meter, work);

/** Runs `work` without counting, for work that several calls share. */
export const withoutMeter = <T>(work: () => T): T => current.exit(work);

export const currentMeter = (): Meter | undefined => current.getStore();
