import type { Firestore } from 'firebase-admin/firestore';
import type { Clock } from '../common/clock.ts';
import { createDocumentCache } from '../common/document-cache.ts';
import { type AuthorCache, decodeAuthor } from './authors.ts';

const FIELDS = ['firstName', 'displayName', 'email', 'profileImageUrl'] as const;

/** Reads 1 document for each author not known yet. */
export function createAuthorCache(db: Firestore, clock: Clock): AuthorCache {
  return createDocumentCache({
    clock,
    async load(ids) {
      const refs = ids.map((id) => db.collection('users').doc(id));
      const snapshots = await db.getAll(...refs, { fieldMask: [...FIELDS] });
      return new Map(
        snapshots.filter((found) => found.exists).map((found) => [found.id, decodeAuthor(found.data() ?? {})]),
      );
    },
  });
}
