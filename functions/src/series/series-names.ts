import type { Clock } from '../common/clock.ts';
import { createDocumentCache, type DocumentCache } from '../common/document-cache.ts';
import type { StoredList } from '../named-lists/named-lists.converter.ts';
import type { SeriesRepository } from './series.repository.ts';

/** Series by id, at most 30 s old. */
export type SeriesCache = DocumentCache<StoredList>;

/** Reads 1 document for each series that is not cached. */
export const createSeriesCache = (series: Pick<SeriesRepository, 'byIds'>, clock: Clock): SeriesCache =>
  createDocumentCache({ clock, load: (ids) => series.byIds(ids) });
