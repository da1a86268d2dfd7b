import type { Firestore } from 'firebase-admin/firestore';
import { saltedIds } from '../common/salted.ts';
import { normalizeEmail } from '../mail/tokens.ts';

/** Addresses of blocked accounts that were deleted, as salted hashes in `blockedAddresses`: an account that signs up with one starts blocked. */
export interface BlockedAddresses {
  /** Reads 1 document for each key of the secret. */
  has(email: string): Promise<boolean>;
  /** Safe to repeat. Writes 1 document. */
  add(email: string, at: Date): Promise<void>;
  /** Safe to repeat. Writes 1 document for each key of the secret. */
  remove(email: string): Promise<void>;
}

export function createBlockedAddresses(db: Firestore, secret: string): BlockedAddresses {
  const refsOf = (email: string) =>
    saltedIds(secret, 'blocked-address', normalizeEmail(email)).map((id) => db.collection('blockedAddresses').doc(id));

  return {
    has: async (email) => (await db.getAll(...refsOf(email))).some(({ exists }) => exists),

    async add(email, at) {
      await refsOf(email)[0]?.set({ blockedAt: at, schemaVersion: 1 });
    },

    async remove(email) {
      await Promise.all(refsOf(email).map((ref) => ref.delete()));
    },
  };
}
