import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { upgradePage } from '../firestore/upgrade-page.ts';
import { defineUpgrade, type Upgrade } from '../jobs/data-version.ts';
import { ENTRY_VERSION, withTitleTokens } from './index-entry.ts';

/** Adds the tokens of titles to index entries of before. */
export const titleUpgrade = (db: Firestore): Upgrade =>
  defineUpgrade({
    version: ENTRY_VERSION,
    about: 'Search finds words of titles apart',
    cursor: z.string(),
    step: (cursor) =>
      upgradePage(
        db,
        {
          ...{ collection: 'searchIndex', to: ENTRY_VERSION },
          change: ({ tokens = [], title = '' }) => ({ tokens: withTitleTokens({ tokens, title }) }),
        },
        cursor,
      ),
  });
