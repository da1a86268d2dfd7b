import { FieldPath, type Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { runTransaction } from '../firestore/transaction.ts';
import { heldBy, type PictureHolder } from './holders.ts';

/** Where the backfill goes on: a holder's collection, then `objects`; null when all is done. `after` is where it stopped there. */
export interface BackfillPosition {
  readonly step: string | null;
  readonly after: string | null;
}

export interface BackfillRepository {
  /** Where to go on; null when it has not begun. Reads 1 document. */
  position(): Promise<BackfillPosition | null>;
  /** Writes 1 document. */
  save(position: BackfillPosition): Promise<void>;
  /** The next documents of a collection by id. Reads as many. */
  next(holder: PictureHolder, after: string | null, limit: number): Promise<string[]>;
  /** Writes `pictures` of a document as its fields stand now. Safe beside everybody else. Reads and writes 1 document. */
  note(holder: PictureHolder, id: string): Promise<void>;
}

const Position = z.object({ step: z.nullable(z.string()), after: z.nullable(z.string()) });

export function createBackfillRepository(db: Firestore): BackfillRepository {
  const state = db.doc('system/pictures');
  return {
    async position() {
      const data = (await state.get()).data();
      return data === undefined ? null : z.parse(Position, data);
    },

    async save({ step, after }) {
      await state.set({ step, after, schemaVersion: 1 });
    },

    async next({ collection }, after, limit) {
      const byId = db.collection(collection).orderBy(FieldPath.documentId()).limit(limit).select();
      const { docs } = await (after === null ? byId : byId.startAfter(after)).get();
      return docs.map(({ id }) => id);
    },

    note: (holder, id) =>
      runTransaction(db, async (transaction) => {
        const ref = db.collection(holder.collection).doc(id);
        const data = (await transaction.get(ref)).data();
        // A deleted post whose removal was interrupted shows nothing any more.
        if (data) transaction.update(ref, { pictures: data.deletedAt ? [] : heldBy(holder, data) });
      }),
  };
}
