import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import { addressId } from '../addresses/address-id.ts';
import type { RedirectTarget } from '../addresses/addresses.repository.ts';
import { createImportIds } from './import-ids.ts';

/*
 * The old query of an imported post (`/?p=12`) needs no redirect: the post's id follows from the source and the number in the query. `system/imports`
 * has the sources.
 */

interface NumberedSource {
  readonly source: string;
  /** The key of a post, with `#` for its number. */
  readonly template: string;
}

const sourcesOf = (db: Firestore) => db.doc('system/imports');
const QUERY = /^\/\?p=(\d{1,12})$/;

/** The number in an old query; null for other addresses. */
export const numberIn = (path: string): string | null => QUERY.exec(path)?.[1] ?? null;

/** Makes the old queries of a source lead to its posts. Safe to repeat. Writes 1 document. */
export async function noteNumbered(db: Firestore, source: NumberedSource): Promise<void> {
  await sourcesOf(db).set({ numbered: FieldValue.arrayUnion(source), schemaVersion: 1 }, { merge: true });
}

/** The published post for an old query, or null. Reads 1 document for an old query, and 1 for each source; none for other paths. */
export async function findNumbered(db: Firestore, path: string): Promise<RedirectTarget | null> {
  const number = numberIn(path);
  if (number === null) return null;
  const sources: readonly NumberedSource[] = (await sourcesOf(db).get()).get('numbered') ?? [];
  if (sources.length === 0) return null;
  const ids = sources.map(({ source, template }) => createImportIds(source).of('post', template.replace('#', number)));
  const found = await db.getAll(...ids.map((id) => db.doc(`posts/${id}`)), { fieldMask: ['isPublished'] });
  const post = found.find((one) => one.get('isPublished') === true);
  return post ? { kind: 'redirect', id: addressId(path), to: `/posts/${post.id}`, status: 301 } : null;
}
