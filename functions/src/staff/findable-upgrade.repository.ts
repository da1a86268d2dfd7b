import type { DocumentData, Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { findableComment } from '../comments/comments.converter.ts';
import { FINDABLE_VERSION } from '../common/text-search.ts';
import { upgradePage } from '../firestore/upgrade-page.ts';
import { defineUpgrade, type Upgrade } from '../jobs/data-version.ts';
import { findablePost } from '../posts/posts.converter.ts';

const COLLECTIONS = ['posts', 'pages', 'comments'] as const;

const wordsOf: Readonly<Record<(typeof COLLECTIONS)[number], (document: DocumentData) => DocumentData>> = {
  posts: ({ title = '', excerpt = null, content = '' }) => findablePost({ title, excerpt, content }),
  pages: ({ title = '', excerpt = null, content = '' }) => findablePost({ title, excerpt, content }),
  comments: ({ content = '' }) => findableComment({ content }),
};

/** Lets staff find older posts, pages and comments by the words of their texts. */
export const findableUpgrade = (db: Firestore): Upgrade =>
  defineUpgrade({
    version: FINDABLE_VERSION,
    about: 'Staff find posts, pages and comments by the words of their texts',
    cursor: z.object({ collection: z.enum(COLLECTIONS), after: z.nullable(z.string()) }),
    async step(cursor) {
      const { collection, after } = cursor ?? { collection: COLLECTIONS[0], after: null };
      const { count, next } = await upgradePage(
        db,
        { collection, to: FINDABLE_VERSION, change: wordsOf[collection] },
        after,
      );
      if (next !== null) return { count, next: { collection, after: next } };
      const following = COLLECTIONS[COLLECTIONS.indexOf(collection) + 1];
      return { count, next: following ? { collection: following, after: null } : null };
    },
  });
