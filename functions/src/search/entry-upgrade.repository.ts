import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { prefixesOf } from '../common/words.ts';
import { nextById } from '../firestore/next-by-id.ts';
import { defineUpgrade, type Upgrade } from '../jobs/data-version.ts';
import { documentUpgrade } from '../jobs/document-upgrade.repository.ts';
import { ENTRY_VERSION, KEYS_VERSION, titleToken } from './index-entry.ts';
import type { SearchIndex } from './search-index.repository.ts';

const MAX_TOKENS = 3_000;

/** An older entry's tokens, with those of its title. */
function withTitleTokens({ tokens, title }: { readonly tokens: readonly string[]; readonly title: string }): string[] {
  const titled = title.split(' ').filter(Boolean).flatMap(prefixesOf).map(titleToken);
  return [...new Set([...titled, ...tokens])].slice(0, MAX_TOKENS);
}

/** Adds the tokens of titles to older index entries. */
export const titleUpgrade = (db: Firestore): Upgrade =>
  documentUpgrade(db, {
    version: 4,
    about: 'Search finds words of titles apart',
    collection: 'searchIndex',
    change: ({ tokens = [], title = '' }) => ({ tokens: withTitleTokens({ tokens, title }) }),
  });

const PAGE = 25;

type Index = Pick<SearchIndex, 'reindex'>;

/** Rebuilds older entries from their posts, with stems, texts in order, tags and filters. */
export const entryUpgrade = (db: Firestore, index: Index): Upgrade =>
  rewriting(db, index, {
    version: KEYS_VERSION,
    about: 'Search finds other forms of words, and forgives typing errors',
  });

/** The same, with the data for suggestions while typing. */
export const suggestionUpgrade = (db: Firestore, index: Index): Upgrade =>
  rewriting(db, index, { version: ENTRY_VERSION, about: 'Search suggests posts and authors, and what to narrow by' });

/** Reads each entry, and the source documents of an older one. */
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
