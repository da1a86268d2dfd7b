import type { Firestore } from 'firebase-admin/firestore';

/** The one upload of an import that an account may store: `storage.rules` compare both. */
export interface ImportSlot {
  readonly id: string;
  readonly untilMs: number;
}

export interface ImportUploadRepository {
  /** Gives an account this slot in place of the one before. Safe to repeat. Writes 1 document. */
  giveSlot(userId: string, slot: ImportSlot): Promise<void>;
}

export const createImportUploadRepository = (db: Firestore): ImportUploadRepository => ({
  async giveSlot(userId, importSlot) {
    await db.collection('users').doc(userId).update({ importSlot });
  },
});
