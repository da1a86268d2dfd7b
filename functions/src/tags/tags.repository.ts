import { slugify } from '@inkwell/shared/slug';
import { isInternalTag } from '@inkwell/shared/tag-names';
import type { Firestore } from 'firebase-admin/firestore';
import type { JobTable } from '../jobs/jobs.repository.ts';
import { createNamedListRepository, type NamedListRepository } from '../named-lists/named-lists.repository.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import { PICTURE_REFERENCES } from '../pictures/references.ts';
import { decodeTag, type StoredTag } from './tags.converter.ts';

/** Lists for readers never contain internal tags. */
export type TagRepository = NamedListRepository<StoredTag>;

export const createTagRepository = (
  db: Firestore,
  dependencies: { pictures: Pick<PictureTable, 'move'>; jobs: Pick<JobTable, 'add' | 'follow'> },
): TagRepository =>
  createNamedListRepository<StoredTag>(
    db,
    {
      kind: 'tag',
      pictures: PICTURE_REFERENCES.tags,
      decode: decodeTag,
      ownFields: (name) => ({ isInternal: isInternalTag(name) }),
      slugOf: (name) => slugify(name.replace(/^#/, 'hash ')),
      published: (there) => there.where('isInternal', '==', false),
    },
    dependencies,
  );
