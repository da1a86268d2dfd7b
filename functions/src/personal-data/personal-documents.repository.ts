import { FieldPath, type Firestore, type Query, type QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { COLLECTIONS, type PersonalData } from '../firestore/collections.ts';
import { nextById } from '../firestore/next-by-id.ts';
import { addressIdOf } from '../mail/tokens.ts';
import { names, type Person, valuesAt } from './person.ts';

/** One row of the table of collections with its collection. */
export interface PersonalRow extends PersonalData {
  readonly path: string;
  /** Identifies the row in positions of jobs. */
  readonly key: string;
}

export const PERSONAL_ROWS: readonly PersonalRow[] = Object.entries(COLLECTIONS).flatMap(([path, { personal }]) =>
  personal.map((row) => ({ ...row, path, key: `${path} ${JSON.stringify(row.by)}` })),
);

/** A page of the documents of a row that concern a person, and where the next page begins; null at the end. */
export interface PersonalPage {
  readonly found: readonly QueryDocumentSnapshot[];
  readonly next: string | null;
}

const SCANNED = 300;
/** The number of posts whose likes are looked up at once. */
const POSTS_AT_ONCE = 200;

const fieldOf = ({
  by,
}: PersonalRow): readonly [kind: 'account' | 'path' | 'email' | 'addressId', field: string] | null => {
  if (typeof by === 'string') return null;
  const [found] = Object.entries(by) as ['account' | 'path' | 'email' | 'addressId', string][];
  return found ?? null;
};

/** Fields that are lists of ids. */
const LISTS = new Set(['authorIds', 'people', 'writerIds']);

/** Collects the spellings of the address that were typed. Reads 2 documents. */
export async function spellingsOf(db: Firestore, email: string): Promise<string[]> {
  const id = addressIdOf(email);
  const found = await db.getAll(db.doc(`subscribers/${id}`), db.doc(`invitations/${id}`), { fieldMask: ['email'] });
  return [
    ...new Set([email, ...found.map((typed) => typed.get('email')).filter((typed) => typeof typed === 'string')]),
  ];
}

/**
 * The next documents of a row that concern a person, by id after `after`. Reads each; if no query finds them, every document of the collection; for
 * likes, 1 for each post.
 */
export async function personalPage(
  db: Firestore,
  row: PersonalRow,
  person: Person,
  { after, limit }: { after: string | null; limit: number },
): Promise<PersonalPage> {
  const [parent = '', child] = row.path.split('/');
  const field = fieldOf(row);
  const single = async (path: string): Promise<PersonalPage> => {
    const found = await db.doc(path).get();
    return { found: found.exists ? [found as QueryDocumentSnapshot] : [], next: null };
  };

  if (row.by === 'id' && child === undefined) return single(`${parent}/${person.id}`);
  if (row.by === 'id') {
    // Firestore cannot query a collection group by document id without the id of the parent.
    const { docs, next } = await nextById(db.collection(parent).select(), after, POSTS_AT_ONCE);
    const refs = docs.map(({ ref }) => ref.collection(child ?? '').doc(person.id));
    const found = refs.length > 0 ? await db.getAll(...refs) : [];
    return { found: found.filter(({ exists }) => exists) as QueryDocumentSnapshot[], next };
  }
  if (row.by === 'address') {
    return person.addressId === null ? { found: [], next: null } : single(`${parent}/${person.addressId}`);
  }
  if (row.by === 'post') return { found: [], next: null };
  if (row.by === 'parent') {
    const { docs, next } = await nextById(db.collection(`${parent}/${person.id}/${child}`), after, limit);
    return { found: docs, next };
  }

  if (row.isScanned) {
    const { docs, next } = await nextById(db.collection(parent), after, SCANNED);
    const isFound = (document: QueryDocumentSnapshot) =>
      row.erased === 'document' && field
        ? valuesAt(document.data(), field[1]).some((value) => names(value, person))
        : names(document.data(), person);
    return { found: docs.filter(isFound), next };
  }

  const [kind, name] = field ?? ['account', ''];
  const values = {
    account: [person.id],
    path: [`users/${person.id}`],
    email: person.addresses,
    addressId: person.addressId === null ? [] : [person.addressId],
  }[kind];
  if (values.length === 0) return { found: [], next: null };
  const all: Query = child === undefined ? db.collection(parent) : db.collectionGroup(child);
  const matching = LISTS.has(name) ? all.where(name, 'array-contains', person.id) : all.where(name, 'in', values);
  if (child === undefined) {
    const { docs, next } = await nextById(matching, after, limit);
    return { found: docs, next };
  }
  // Positions in a collection group are full paths.
  const byPath = matching.orderBy(FieldPath.documentId()).limit(limit);
  const { docs } = await (after === null ? byPath : byPath.startAfter(db.doc(after))).get();
  const ofParent = docs.filter(({ ref }) => ref.parent.parent?.parent.id === parent);
  return { found: ofParent, next: docs.length < limit ? null : (docs.at(-1)?.ref.path ?? null) };
}
