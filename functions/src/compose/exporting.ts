import { createCategoryCache } from '../categories/category-names.repository.ts';
import { createExportService, type ExportService } from '../exports/export.service.ts';
import { createExportedRepository } from '../exports/exported.repository.ts';
import { createJobTable } from '../jobs/jobs.repository.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { createSeriesRepository } from '../series/series.repository.ts';
import { createSeriesCache } from '../series/series-names.ts';
import { createSettingsRepository } from '../settings/settings.repository.ts';
import { createTagCache } from '../tags/tag-names.ts';
import { createTagRepository } from '../tags/tags.repository.ts';
import { createAuthorCache } from '../users/authors.repository.ts';
import type { Dependencies } from './dependencies.ts';

/** The dependencies of an export. The command line has only these. */
export type ExportingDependencies = Pick<Dependencies, 'db' | 'bucket' | 'clock'> & {
  readonly config: Pick<Dependencies['config'], 'publicBucket'>;
};

export function createExporting({ db, bucket, clock, config }: ExportingDependencies): ExportService {
  const pictures = createPictureTable(db);
  const jobs = createJobTable(db);
  return createExportService({
    stored: createExportedRepository(db),
    settings: createSettingsRepository(db, pictures).read,
    categories: createCategoryCache(db, clock),
    tags: createTagCache(createTagRepository(db, { pictures, jobs }), clock),
    series: createSeriesCache(createSeriesRepository(db, { pictures, jobs }), clock),
    authors: createAuthorCache(db, clock),
    bucket,
    publicBucket: config.publicBucket,
  });
}
