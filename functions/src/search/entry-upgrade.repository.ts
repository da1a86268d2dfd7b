import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { nextById } from '../firestore/next-by-id.ts';
import { defineUpgrade, type Upgrade } from '../jobs/data-version.ts';
import { ENTRY_VERSION, KEYS_VERSION } from './index-entry.ts';
import type { SearchIndex } from './search-index.repository.ts';

const PAGE = 25;

type Index = Pick<SearchIndex, 'reindex'>;

/** Makes entries of before again from their posts, with stems, texts in their order, tags and filters. */
export const entryUpgrade = (db: Firestore, index: Index): Upgrade =>
  rewriting(db, index, {
    version: KEYS_VERSION,
    about: 'Search finds other forms of words, and forgives typing errors',
  });

/** The same, with what is suggested while somebody types. */
export const suggestionUpgrade = (db: Firestore, index: Index): Upgrade =>
  rewriting(db, index, { version: ENTRY_VERSION, about: 'Search suggests posts and authors, and what to narrow by' });

/** Reads each entry, and what an older one is made of. */
const rewriting = (db: Firestore, index: Index, { version, about }: Pick<Upgrade, 'version' | 'about'>): Upgrade =>
  defineUpgrade({
    version,
    about,
    cursor: z.string(),
    async step(cursor) {
      const { docs, next } = await nextById(db.collection('searchIndex').select('schemaVersion'), cursor, PAGE);
      const older = docs.filter((entry) => Number(entry.get('schemaVersion') ?? 1) < version);
      await Promise.all(older.map(({ id }) => index.reindex(id)));
      return { count: docs.length, next };
    },
  });
