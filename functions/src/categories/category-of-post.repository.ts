import { AppError } from '@inkwell/shared/errors';
import type { DocumentSnapshot, Firestore, Transaction } from 'firebase-admin/firestore';
import { decodeCategory, type StoredCategory } from './categories.converter.ts';

/** A merge updates categories that were merged earlier, so a longer chain is damaged data. */
const MAX_STEPS = 4;

/** The target of a merged category, or the category itself; null if unknown. Reads 1 document for each step. */
export async function remainingCategory(
  id: number,
  read: (id: string) => Promise<DocumentSnapshot>,
): Promise<StoredCategory | null> {
  let found = decodeCategory(await read(String(id)));
  for (let step = 0; found && found.mergedInto !== null && step < MAX_STEPS; step += 1)
    found = decodeCategory(await read(String(found.mergedInto)));
  return found?.mergedInto === null ? found : null;
}

/**
 * The id of the category to store with a post. A merged category is replaced by its target, so that no post gets a category whose posts a job has
 * moved. The post's current category is not looked up. Reads 1 document, 2 for a merged category.
 * @param isEarlier whether this restores an earlier state, which omits a category that was deleted since
 * @throws AppError `bad-request` for an unknown category
 */
export async function categoryForPost(
  db: Firestore,
  transaction: Transaction,
  { before, wanted, isEarlier = false }: { before: number | null; wanted: number | null; isEarlier?: boolean },
): Promise<number | null> {
  if (wanted === null || wanted === before) return wanted;
  const found = await remainingCategory(wanted, (id) => transaction.get(db.collection('categories').doc(id)));
  if (!found && !isEarlier) throw new AppError('bad-request', 'Unknown category');
  return found?.id ?? null;
}
