import type { Firestore } from 'firebase-admin/firestore';

/** The one import upload that an account may store. `storage.rules` check both the id and the time. */
export interface ImportSlot {
  readonly id: string;
  readonly untilMs: number;
}

export interface ImportUploadRepository {
  /** Replaces the account's slot with this one. Safe to repeat. Writes 1 document. */
  giveSlot(userId: string, slot: ImportSlot): Promise<void>;
}

export const createImportUploadRepository = (db: Firestore): ImportUploadRepository => ({
  async giveSlot(userId, importSlot) {
    await db.collection('users').doc(userId).update({ importSlot });
  },
});
