import { AppError } from '@inkwell/shared/errors';
import type { TagRef } from '@inkwell/shared/tags';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { isThere } from '../named-lists/named-lists.converter.ts';
import { remaining } from '../named-lists/remaining.ts';
import { decodeTag, type StoredTag } from './tags.converter.ts';

/**
 * The current tag for an id; null for a deleted one. Reads 1 document, 2 for a merged one. @throws AppError `bad-request` for an id that no tag ever
 * had
 */
export const tagThere = (db: Firestore, transaction: Transaction, id: string): Promise<StoredTag | null> =>
  remaining(id, async (next) => {
    const found = decodeTag(await transaction.get(db.collection('tags').doc(next)));
    if (!found) throw new AppError('bad-request', 'Unknown tag');
    return found;
  });

/**
 * The ids of the tags to store with a post, each once, in order. Merged tags are replaced by their targets, and deleted ones are omitted, so that no
 * post gets a tag whose posts a job has moved. The post's current ids are not looked up. Reads 1 document for each other id, 2 for a merged one.
 * @throws AppError `bad-request` for an id that no tag ever had
 */
export async function tagsForPost(
  db: Firestore,
  transaction: Transaction,
  { before, wanted }: { before: readonly string[]; wanted: readonly string[] },
): Promise<string[]> {
  const ids: string[] = [];
  for (const id of wanted) {
    if (before.includes(id)) {
      ids.push(id);
      continue;
    }
    const tag = await tagThere(db, transaction, id);
    if (tag) ids.push(tag.id);
  }
  return [...new Set(ids)];
}

/** The tags that search finds posts by, keyed by id; without internal, merged and deleted ones. Reads 1 document for each. */
export async function tagsForSearch(
  db: Firestore,
  transaction: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TagRef>> {
  if (ids.length === 0) return new Map();
  const found = await transaction.getAll(...ids.map((id) => db.collection('tags').doc(id)));
  return new Map(
    found.map(decodeTag).flatMap((tag) => {
      if (!isThere(tag) || tag.isInternal) return [];
      return [[tag.id, { name: tag.name, slug: tag.slug }] as const];
    }),
  );
}
