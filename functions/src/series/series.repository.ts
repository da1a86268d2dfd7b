import { slugify } from '@inkwell/shared/slug';
import type { Firestore } from 'firebase-admin/firestore';
import type { JobTable } from '../jobs/jobs.repository.ts';
import { decodeList, type StoredList } from '../named-lists/named-lists.converter.ts';
import { createNamedListRepository, type NamedListRepository } from '../named-lists/named-lists.repository.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import { PICTURE_REFERENCES } from '../pictures/references.ts';

export type SeriesRepository = NamedListRepository<StoredList>;

export const createSeriesRepository = (
  db: Firestore,
  dependencies: { pictures: Pick<PictureTable, 'move'>; jobs: Pick<JobTable, 'add' | 'follow'> },
): SeriesRepository =>
  createNamedListRepository<StoredList>(
    db,
    {
      kind: 'series',
      pictures: PICTURE_REFERENCES.series,
      decode: decodeList,
      ownFields: () => ({}),
      slugOf: slugify,
      published: (there) => there,
    },
    dependencies,
  );
