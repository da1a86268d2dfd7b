import { comparedPath } from '@inkwell/shared/addresses';
import type { NamedListKind } from '@inkwell/shared/named-lists';
import type { DocumentData, Firestore, Transaction } from 'firebase-admin/firestore';
import { addressId } from './address-id.ts';

/*
 * The targets of the site's addresses, in `addresses/{hash of the path}`, apart from the app's own routes. A record stays when its target moves.
 * Because the target knows its current address, a redirect never leads to another redirect.
 */

/** The target of a path: a record by its id. */
export interface AddressTarget {
  readonly kind: NamedListKind | 'page';
  readonly id: string;
}

/** A redirect by an admin. Nothing else is stored for its path. */
export interface RedirectTarget {
  readonly kind: 'redirect';
  readonly id: string;
  /** An encoded path of the site, or an https address. */
  readonly to: string;
  readonly status: 301 | 302;
}

export const addressOf = (db: Firestore, path: string) => db.collection('addresses').doc(addressId(path));

function decode(data: DocumentData | undefined): AddressTarget | RedirectTarget | null {
  if (data === undefined) return null;
  const id = String(data.id);
  if (data.kind !== 'redirect') return { kind: data.kind, id };
  return { kind: 'redirect', id, to: String(data.to), status: data.status === 302 ? 302 : 301 };
}

/** The targets of decoded paths, in order; null for unknown paths. Reads 1 document for each. */
export async function findAddresses(
  db: Firestore,
  paths: readonly string[],
): Promise<(AddressTarget | RedirectTarget | null)[]> {
  if (paths.length === 0) return [];
  return (await db.getAll(...paths.map((path) => addressOf(db, path)))).map((found) => decode(found.data()));
}

/** The target of a decoded path; null if unknown. Reads 1 document. */
export const findAddress = async (db: Firestore, path: string): Promise<AddressTarget | RedirectTarget | null> =>
  (await findAddresses(db, [path]))[0] ?? null;

/** The same within a transaction, to check a path before `takeAddress`. */
export const readAddress = async (
  db: Firestore,
  transaction: Transaction,
  path: string,
): Promise<AddressTarget | RedirectTarget | null> => decode((await transaction.get(addressOf(db, path))).data());

/** Makes a path lead to `target`. Read the path first in the same transaction. Writes 1 document. */
export function takeAddress(db: Firestore, transaction: Transaction, path: string, { kind, id }: AddressTarget): void {
  transaction.set(addressOf(db, path), { path: comparedPath(path), kind, id, schemaVersion: 1 });
}
