import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { prefixesOf } from '../common/words.ts';
import { upgradePage } from '../firestore/upgrade-page.ts';
import { defineUpgrade, type Upgrade } from '../jobs/data-version.ts';
import { titleToken } from './index-entry.ts';

const VERSION = 4;
const MAX_TOKENS = 3_000;

/** Tokens of an entry of before, with those of its title. */
function withTitleTokens({ tokens, title }: { readonly tokens: readonly string[]; readonly title: string }): string[] {
  const titled = title.split(' ').filter(Boolean).flatMap(prefixesOf).map(titleToken);
  return [...new Set([...titled, ...tokens])].slice(0, MAX_TOKENS);
}

/** Adds the tokens of titles to index entries of before. */
export const titleUpgrade = (db: Firestore): Upgrade =>
  defineUpgrade({
    version: VERSION,
    about: 'Search finds words of titles apart',
    cursor: z.string(),
    step: (cursor) =>
      upgradePage(
        db,
        {
          collection: 'searchIndex',
          to: VERSION,
          change: ({ tokens = [], title = '' }) => ({ tokens: withTitleTokens({ tokens, title }) }),
        },
        cursor,
      ),
  });
