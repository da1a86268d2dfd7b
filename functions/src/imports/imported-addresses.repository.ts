import { NAMED_LISTS } from '@inkwell/shared/named-lists';
import type { Firestore } from 'firebase-admin/firestore';
import { type AddressTarget, readAddress, takeAddress } from '../addresses/addresses.repository.ts';
import { runTransaction } from '../firestore/transaction.ts';

const collectionOf = (kind: AddressTarget['kind']): string => (kind === 'page' ? 'pages' : NAMED_LISTS[kind].section);

/**
 * Makes an earlier address lead to an imported document, if the address is free and the target exists. Safe to repeat. Reads 2 documents for each
 * address, writes 1.
 */
export async function bringAddress(db: Firestore, path: string, target: AddressTarget): Promise<void> {
  await runTransaction(db, async (transaction) => {
    if (await readAddress(db, transaction, path)) return;
    const holder = await transaction.get(db.collection(collectionOf(target.kind)).doc(target.id));
    if (holder.exists) takeAddress(db, transaction, path, target);
  });
}
