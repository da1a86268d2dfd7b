import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { runTransaction } from '../firestore/transaction.ts';

/** The version of all stored data. Every document has it or was written by newer code. */
export interface DataVersionRepository {
  /** 1 if no version is stored. Reads 1 document. @throws ZodError if the stored value is invalid */
  read(): Promise<number>;
  /** Stores a version unless it is lower than the stored one. Safe to repeat. Reads 1 document, writes 1. */
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
