import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { upgradePage } from '../firestore/upgrade-page.ts';
import { defineUpgrade, type Upgrade } from '../jobs/data-version.ts';

/** The version of posts with `trashedAt`. */
const VERSION = 2;

/** Adds `trashedAt` to older posts: null, unless the post was put into the trash meanwhile. */
export const trashUpgrade = (db: Firestore): Upgrade =>
  defineUpgrade({
    version: VERSION,
    about: 'Posts get a place for the time of their deletion',
    cursor: z.string(),
    step: (cursor) =>
      upgradePage(db, { collection: 'posts', to: VERSION, change: ({ trashedAt = null }) => ({ trashedAt }) }, cursor),
  });
