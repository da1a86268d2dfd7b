import { AppError } from '@inkwell/shared/errors';
import type { DocumentSnapshot, Firestore, Transaction } from 'firebase-admin/firestore';
import { decodeCategory, type StoredCategory } from './categories.converter.ts';

/** A merge shortens the way from earlier merged ones, so a longer one is damaged. */
const MAX_STEPS = 4;

/** The category that one became, or itself; null for one that is not there. Reads 1 document for each step. */
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
 * The id of the category that a post gets: for a merged one that of its successor, so that no post gets a category again whose posts a job
 * has moved. The category that the post has already is not looked up. Reads 1 document, 2 for a merged category.
 * @param isEarlier whether an earlier state is given back; a category that was deleted since is left out
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
