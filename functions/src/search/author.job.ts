import * as z from 'zod/mini';
import { defineKindById, type JobKind } from '../jobs/job.ts';
import type { SearchIndex } from './search-index.repository.ts';

/** Updates the search entries of an author's published posts after a change of name. */
export const authorKind = (searchIndex: Pick<SearchIndex, 'reindexAuthor'>): JobKind<{ readonly userId: string }> =>
  defineKindById('authors.reindex', z.object({ userId: z.string() }), ({ userId }, after) =>
    searchIndex.reindexAuthor(userId, after),
  );
