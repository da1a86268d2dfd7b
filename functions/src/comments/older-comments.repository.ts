import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { upgradePage } from '../firestore/upgrade-page.ts';
import { defineUpgrade, type Upgrade } from '../jobs/data-version.ts';
import { COMMENTS_VERSION, decodeCommentData, encodeComment } from './comments.converter.ts';

/**
 * Writes into comments from before there were threads what queries of staff ask for (state, post, reports): every one of them began a
 * thread and was visible. Readers find them without it.
 */
export const upgradeComments = (db: Firestore): Upgrade =>
  defineUpgrade({
    version: COMMENTS_VERSION,
    about: 'older comments',
    cursor: z.string(),
    step: (after) =>
      upgradePage(
        db,
        { collection: 'comments', to: COMMENTS_VERSION, change: (data) => encodeComment(decodeCommentData('', data)) },
        after,
      ),
  });
