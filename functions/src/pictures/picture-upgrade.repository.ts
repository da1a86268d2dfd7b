import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { upgradePage } from '../firestore/upgrade-page.ts';
import { defineUpgrade, type Upgrade } from '../jobs/data-version.ts';
import { findablePicture, PICTURE_VERSION } from './pictures.converter.ts';

/** Makes older pictures findable in the library. Pictures that are being removed stay out of it. */
export const pictureUpgrade = (db: Firestore): Upgrade =>
  defineUpgrade({
    version: PICTURE_VERSION,
    about: 'Pictures can be found by name',
    cursor: z.string(),
    step: (cursor) =>
      upgradePage(
        db,
        {
          collection: 'pictures',
          to: PICTURE_VERSION,
          change: ({ fileName = null, description = null, removalBegunAt }, name) => {
            const found = findablePicture({ name, fileName, description });
            return { ...found, isInLibrary: found.isInLibrary && removalBegunAt === null };
          },
        },
        cursor,
      ),
  });
