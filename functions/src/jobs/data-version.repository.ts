import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { runTransaction } from '../firestore/transaction.ts';

/** Of which version the stored data is as a whole: all documents are of it, or were written by newer code. */
export interface DataVersionRepository {
  /** 1 where nobody has noted it: that is what everything began with. Reads 1. @throws ZodError when it is no version */
  read(): Promise<number>;
  /** Never goes back. Safe to repeat. Reads 1, writes 1. */
  raise(version: number): Promise<void>;
}

const Version = z.object({ version: z.int() });

export function createDataVersionRepository(db: Firestore): DataVersionRepository {
  const ref = db.doc('system/schema');
  const decode = (data: unknown): number => (data === undefined ? 1 : z.parse(Version, data).version);
  return {
    read: async () => decode((await ref.get()).data()),

    raise: (version) =>
      runTransaction(db, async (transaction) => {
        const current = decode((await transaction.get(ref)).data());
        if (current < version) transaction.set(ref, { version, schemaVersion: 1 });
      }),
  };
}
