import { AppError } from '@inkwell/shared/errors';
import { SERIES_LIMITS } from '@inkwell/shared/post-series';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { decodeList, isThere } from '../../named-lists/named-lists.converter.ts';
import type { StoredCard } from '../posts.converter.ts';

/**
 * The series to store with a post; null for a deleted one, so that no post is added to a series that a job has emptied. The post's current series is
 * not looked up. Reads at most 1 document.
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

type Placed = Pick<StoredCard, 'seriesId' | 'seriesPlace'>;

/**
 * The series and place to store with a post. Without a place, the post keeps its place in the same series, and is added at the end of a new one.
 * Reads 0 to 2 documents.
 * @throws AppError `bad-request` for an id that no series ever had
 */
export async function placeInSeries(
  db: Firestore,
  transaction: Transaction,
  { before, wanted }: { before: Placed; wanted: { readonly [F in keyof Placed]?: Placed[F] | undefined } },
): Promise<Placed> {
  const asked = wanted.seriesId === undefined ? before.seriesId : wanted.seriesId;
  const seriesId = await seriesForPost(db, transaction, { before: before.seriesId, wanted: asked });
  if (seriesId === null) return { seriesId: null, seriesPlace: null };
  const own = seriesId === before.seriesId ? before.seriesPlace : null;
  const seriesPlace = wanted.seriesPlace ?? own ?? (await nextPlace(db, transaction, seriesId));
  return { seriesId, seriesPlace };
}

async function nextPlace(db: Firestore, transaction: Transaction, seriesId: string): Promise<number> {
  const ofSeries = db.collection('posts').where('seriesId', '==', seriesId);
  const last = await transaction.get(ofSeries.orderBy('seriesPlace', 'desc').limit(1).select('seriesPlace'));
  return Math.min(Number(last.docs[0]?.get('seriesPlace') ?? 0) + 1, SERIES_LIMITS.place);
}
