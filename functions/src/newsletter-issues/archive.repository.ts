import type { ArchivedIssue } from '@inkwell/shared/newsletter-archive';
import type { Firestore } from 'firebase-admin/firestore';
import type { PageRequest } from '../common/paging.ts';
import { readNewest } from '../firestore/newest.ts';
import {
  ARCHIVED_FIELDS,
  decodeArchived,
  type StoredArchived,
  toArchivedIssue,
} from './newsletter-issues.converter.ts';

/** Issues with a public page. Only these have a time in `archivedAt`, so queries exclude all others, and issues of older versions. */
export interface ArchiveRepository {
  /** Newest first, without texts. Reads the page and 1 aggregation. */
  list(page: PageRequest): Promise<{ items: StoredArchived[]; total: number }>;
  /** Reads 1. */
  bySlug(slug: string): Promise<ArchivedIssue | null>;
  /** Issues that search engines may list, newest first. Reads at most `limit`. */
  forSearch(limit: number): Promise<StoredArchived[]>;
}

export function createArchiveRepository(db: Firestore): ArchiveRepository {
  const issues = db.collection('newsletterIssues');
  const archived = issues.where('archivedAt', '>', new Date(0));

  return {
    list: (page) => readNewest(archived, 'archivedAt', page, decodeArchived, ARCHIVED_FIELDS),

    async bySlug(slug) {
      const { docs } = await issues.where('slug', '==', slug).limit(1).get();
      return docs[0] ? toArchivedIssue(docs[0]) : null;
    },

    async forSearch(limit) {
      const newest = archived.where('isOnePost', '==', false).orderBy('archivedAt', 'desc').limit(limit);
      const { docs } = await newest.select(...ARCHIVED_FIELDS).get();
      return docs.map(decodeArchived);
    },
  };
}
