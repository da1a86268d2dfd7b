import * as z from 'zod/mini';
import { defineKind, type JobKind } from '../jobs/job.ts';
import type { SearchIndex } from './search-index.repository.ts';

/** Rewrites what search knows of an author's published posts, after a change of name. */
export const authorKind = (searchIndex: Pick<SearchIndex, 'reindexAuthor'>): JobKind<{ readonly userId: string }> =>
  defineKind({
    name: 'authors.reindex',
    params: z.object({ userId: z.string() }),
    cursor: z.string(),
    step: ({ userId }, cursor) => searchIndex.reindexAuthor(userId, cursor),
  });
