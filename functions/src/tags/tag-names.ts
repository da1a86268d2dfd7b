import type { Clock } from '../common/clock.ts';
import { createDocumentCache, type DocumentCache } from '../common/document-cache.ts';
import type { StoredTag } from './tags.converter.ts';
import type { TagRepository } from './tags.repository.ts';

/** Tags by id, at most 30 s old; a merged tag's id returns its target. */
export type TagCache = DocumentCache<StoredTag>;

/** Reads 1 document for each tag that is not cached. */
export const createTagCache = (tags: Pick<TagRepository, 'byIds'>, clock: Clock): TagCache =>
  createDocumentCache({ clock, load: (ids) => tags.byIds(ids) });
