import type { Viewer } from '@inkwell/shared/permissions';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { decodeUser } from './users.converter.ts';

/**
 * The account that acts, as it is in this transaction: a role or a right that was withdrawn since the call began no longer counts. Null for
 * a blocked account, and without one. Reads 1 document.
 */
export async function actingAccount(db: Firestore, transaction: Transaction, id: string): Promise<Viewer> {
  const account = decodeUser(await transaction.get(db.collection('users').doc(id)));
  return account && !account.isBlocked ? account : null;
}
