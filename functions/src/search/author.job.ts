import * as z from 'zod/mini';
import { newId } from '../common/ids.ts';
import { defineKindById, type FixedJob, type Worker } from '../jobs/job.ts';
import type { SearchIndex } from './search-index.repository.ts';

const KIND = 'authors.reindex';

/** Updates the search entries of an author's published posts after a change of name. */
export const authorKind = (searchIndex: Pick<SearchIndex, 'reindexAuthor'>): Worker =>
  defineKindById(KIND, z.object({ userId: z.string() }), ({ userId }, after) =>
    searchIndex.reindexAuthor(userId, after),
  );

/** The job for a person's new name. */
export const authorJob = (userId: string): FixedJob => ({
  id: newId('rename', userId, null),
  kind: KIND,
  params: { userId },
  about: null,
  createdBy: userId,
});
