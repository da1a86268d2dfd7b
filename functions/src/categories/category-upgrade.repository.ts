import { NO_CATEGORY_ORDER } from '@inkwell/shared/categories';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { upgradePage } from '../firestore/upgrade-page.ts';
import { defineUpgrade, type Upgrade } from '../jobs/data-version.ts';
import { CATEGORY_VERSION } from './categories.converter.ts';

/** Adds `order` and `mergedInto` to older categories, unless they have them already. */
export const categoryUpgrade = (db: Firestore): Upgrade =>
  defineUpgrade({
    version: CATEGORY_VERSION,
    about: 'Categories get a place in the order of the publication',
    cursor: z.string(),
    step: (cursor) =>
      upgradePage(
        db,
        {
          collection: 'categories',
          to: CATEGORY_VERSION,
          change: ({ order = NO_CATEGORY_ORDER, mergedInto = null }) => ({ order, mergedInto }),
        },
        cursor,
      ),
  });
