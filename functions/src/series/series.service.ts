import { AppError } from '@inkwell/shared/errors';
import { type Actor, canManageSeries } from '@inkwell/shared/permissions';
import { SERIES_NAME_TAKEN, type StaffSeries } from '@inkwell/shared/series';
import type { Clock } from '../common/clock.ts';
import { type StoredList, staffList } from '../named-lists/named-lists.converter.ts';
import { createNamedLists, type NamedListService } from '../named-lists/named-lists.service.ts';
import { seriesJob } from './series.job.ts';
import type { SeriesRepository } from './series.repository.ts';
import type { SeriesCache } from './series-names.ts';

export interface SeriesService extends NamedListService<StoredList> {
  /** @throws AppError `forbidden`; `not-found` for a deleted series */
  byId(actor: Actor, id: string): Promise<StaffSeries>;
}

interface Dependencies {
  readonly series: SeriesRepository;
  readonly names: SeriesCache;
  readonly clock: Clock;
  readonly beginJob: (id: string) => Promise<void>;
}

export function createSeriesService({ series, names, clock, beginJob }: Dependencies): SeriesService {
  const {
    check,
    end: _end,
    createNamed: _createNamed,
    ...lists
  } = createNamedLists<StoredList>(
    { lists: series, names, clock, beginJob },
    { canManage: canManageSeries, isForReaders: () => true, nameTaken: SERIES_NAME_TAKEN, jobOf: seriesJob },
  );

  return {
    ...lists,

    async byId(actor, id) {
      check(canManageSeries(actor));
      const found = (await series.byIds([id])).get(id);
      if (!found) throw new AppError('not-found');
      return staffList(found);
    },
  };
}
