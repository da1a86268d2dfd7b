import type { Firestore } from 'firebase-admin/firestore';
import { upgradePage } from '../firestore/upgrade-page.ts';
import { heldBy, type PictureHolder } from './holders.ts';

export interface TakeInRepository {
  /** Writes `pictures` of the next documents of a collection that are older than `version`. As `upgradePage` */
  noteHolders(
    holder: PictureHolder,
    version: number,
    after: string | null,
  ): Promise<{ count: number; next: string | null }>;
  /** Forgets how far a former version was, which went over the same documents without a version. Writes 1. */
  forgetFormer(): Promise<void>;
}

export const createTakeInRepository = (db: Firestore): TakeInRepository => ({
  noteHolders: (holder, to, after) =>
    upgradePage(
      db,
      {
        collection: holder.collection,
        to,
        // A deleted post whose removal was interrupted shows nothing any more.
        change: (document) => ({ pictures: document.deletedAt ? [] : heldBy(holder, document) }),
      },
      after,
    ),

  async forgetFormer() {
    await db.doc('system/pictures').delete();
  },
});
