import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { runTransaction } from '../firestore/transaction.ts';

/** The version of the stored data as a whole: every document has it, or was written by newer code. */
export interface DataVersionRepository {
  /** 1 where no version is stored. Reads 1. @throws ZodError when the stored value is no version */
  read(): Promise<number>;
  /** Stores a version that is higher than the stored one, or the first. Safe to repeat. Reads 1, writes 1. */
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
        const snapshot = await transaction.get(ref);
        if (!snapshot.exists || decode(snapshot.data()) < version) {
          transaction.set(ref, { version, schemaVersion: 1 });
        }
      }),
  };
}
