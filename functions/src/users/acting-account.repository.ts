import type { Viewer } from '@inkwell/shared/permissions';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { decodeUser } from './users.converter.ts';

/**
 * The acting account, read in this transaction, because its role or right may have been withdrawn since the call began. Null for a blocked or missing
 * account. Reads 1 document.
 */
export async function actingAccount(db: Firestore, transaction: Transaction, id: string): Promise<Viewer> {
  const account = decodeUser(await transaction.get(db.collection('users').doc(id)));
  return account && !account.isBlocked ? account : null;
}
