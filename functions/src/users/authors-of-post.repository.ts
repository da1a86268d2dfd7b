import { NOT_AN_AUTHOR } from '@inkwell/shared/authors';
import { AppError } from '@inkwell/shared/errors';
import { canWrite } from '@inkwell/shared/permissions';
import type { DocumentSnapshot, Firestore, Transaction } from 'firebase-admin/firestore';
import { type AuthorNames, decodeAuthor, isGuestId } from './authors.ts';

const refOf = (db: Firestore, id: string) => db.collection(isGuestId(id) ? 'authors' : 'users').doc(id);

/**
 * The ids of the authors to store with a post, each once, in order. Joined guest authors are replaced by their accounts, and deleted ones are
 * omitted, so that neither returns with a draft or revision. If nobody is left, the post keeps its authors. The post's current ids are not looked up.
 * Reads 1 document for each other id.
 * @param isEarlier whether the post had these authors before; they no longer need the right to write
 * @throws AppError `bad-request` for an id that no account and no guest author ever had, and for a reader's account
 */
export async function authorsForPost(
  db: Firestore,
  transaction: Transaction,
  {
    before,
    wanted,
    isEarlier = false,
  }: { readonly before: readonly string[]; readonly wanted: readonly string[]; readonly isEarlier?: boolean },
): Promise<string[]> {
  const known = new Set(before);
  const unknown = wanted.filter((id) => !known.has(id));
  const found = unknown.length > 0 ? await transaction.getAll(...unknown.map((id) => refOf(db, id))) : [];
  const becomes = new Map(
    found.map((person): readonly [string, string | null] => {
      if (!person.exists) throw new AppError('bad-request', 'Unknown author');
      if (!isGuestId(person.id)) {
        if (!isEarlier && !canWrite({ id: person.id, role: person.get('role'), writing: person.get('writing') })) {
          throw new AppError('bad-request', NOT_AN_AUTHOR);
        }
        return [person.id, person.id];
      }
      if (person.get('isRemoved') === true) return [person.id, null];
      return [person.id, person.get('joinedTo') ?? person.id];
    }),
  );
  const ids = wanted.map((id) => (known.has(id) ? id : becomes.get(id))).filter((id) => typeof id === 'string');
  return ids.length > 0 ? [...new Set(ids)] : [...before];
}

/** The names that search finds the posts of these authors by, keyed by id. Reads 1 document for each, and 1 more for a joined guest author. */
export async function namesForSearch(
  db: Firestore,
  transaction: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly (string | null)[]>> {
  const fieldMask = ['displayName', 'firstName', 'joinedTo'];
  const read = async (wanted: readonly string[]) =>
    wanted.length > 0 ? transaction.getAll(...wanted.map((id) => refOf(db, id)), { fieldMask }) : [];
  const found = await read(ids);
  const accounts = await read([...new Set(found.flatMap((person) => person.get('joinedTo') ?? []))]);
  const namesOf = (person: DocumentSnapshot | undefined) => {
    const { displayName, firstName }: Pick<AuthorNames, 'displayName' | 'firstName'> = decodeAuthor(
      person?.data() ?? {},
    );
    return [displayName, firstName];
  };
  return new Map(
    found.map((person) => {
      const account = accounts.find(({ id }) => id === person.get('joinedTo'));
      return [person.id, [...namesOf(person), ...(account ? namesOf(account) : [])]] as const;
    }),
  );
}
