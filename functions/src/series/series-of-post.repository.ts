import { AppError } from '@inkwell/shared/errors';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { decodeList, isThere } from '../named-lists/named-lists.converter.ts';

/**
 * The series that a post gets: none for a deleted one, so no post gets a series again whose posts a job has taken out. One that the post has
 * already is not looked up. Reads 1 document at most.
 * @throws AppError `bad-request` for an id that no series ever had
 */
export async function seriesForPost(
  db: Firestore,
  transaction: Transaction,
  { before, wanted }: { before: string | null; wanted: string | null },
): Promise<string | null> {
  if (wanted === null || wanted === before) return wanted;
  const found = decodeList(await transaction.get(db.collection('series').doc(wanted)));
  if (!found) throw new AppError('bad-request', 'Unknown series');
  return isThere(found) ? wanted : null;
}
