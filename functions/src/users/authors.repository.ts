import type { Firestore } from 'firebase-admin/firestore';
import type { Clock } from '../common/clock.ts';
import { createDocumentCache } from '../common/document-cache.ts';
import { type AuthorCache, type AuthorNames, decodeAuthor, isGuestId } from './authors.ts';

const SHOWN = ['displayName', 'profileImageUrl', 'text', 'website', 'handles'] as const;
const OF_ACCOUNTS = ['firstName', 'email', ...SHOWN];
const OF_GUESTS = ['joinedTo', 'isRemoved', ...SHOWN];

/** Reads 1 document for each author that is not cached, and 1 more for a guest author who was joined to an account. */
export function createAuthorCache(db: Firestore, clock: Clock): AuthorCache {
  async function read(collection: string, ids: readonly string[], fieldMask: string[]) {
    if (ids.length === 0) return [];
    const found = await db.getAll(...ids.map((id) => db.collection(collection).doc(id)), { fieldMask });
    return found.filter(({ exists }) => exists);
  }

  return createDocumentCache({
    clock,
    async load(ids) {
      const [accounts, guests] = await Promise.all([
        read(
          'users',
          ids.filter((id) => !isGuestId(id)),
          OF_ACCOUNTS,
        ),
        read('authors', ids.filter(isGuestId), OF_GUESTS),
      ]);
      const joined = new Map(
        guests.flatMap((guest) => (guest.get('joinedTo') ? [[guest.id, String(guest.get('joinedTo'))]] : [])),
      );
      const missing = [...new Set(joined.values())].filter((id) => !accounts.some((account) => account.id === id));
      const people = new Map(
        [...accounts, ...(await read('users', missing, OF_ACCOUNTS))].map((found) => [
          found.id,
          decodeAuthor(found.data() ?? {}),
        ]),
      );
      const known = new Map<string, AuthorNames>(people);
      for (const guest of guests) {
        const joinedTo = joined.get(guest.id) ?? null;
        const names = joinedTo === null ? decodeAuthor(guest.data() ?? {}) : (people.get(joinedTo) ?? decodeAuthor({}));
        if (guest.get('isRemoved') !== true) known.set(guest.id, { ...names, joinedTo });
      }
      return known;
    },
  });
}
