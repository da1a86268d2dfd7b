import { AsyncLocalStorage } from 'node:async_hooks';

/** Firestore documents as they are billed: a query or lookup that finds nothing is one read, an aggregation one per 1,000. */
export interface Meter {
  reads: number;
  /** Documents written or deleted. */
  writes: number;
}

export const createMeter = (): Meter => ({ reads: 0, writes: 0 });

const current = new AsyncLocalStorage<Meter>();

/** Runs `work` so that what it and its continuations read and write is counted in `meter`. */
export const withMeter = <T>(meter: Meter, work: () => T): T => current.run(meter, work);

/** Runs `work` uncounted: what several calls share belongs to none of them. */
export const withoutMeter = <T>(work: () => T): T => current.exit(work);

/** The meter that counts what is running now; undefined where nobody counts. */
export const currentMeter = (): Meter | undefined => current.getStore();
