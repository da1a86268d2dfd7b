import { mountAuthorRoutes } from '../../authors/authors.routes.ts';
import { createAuthorService } from '../../authors/authors.service.ts';
import { createGuestRepository } from '../../authors/guests.repository.ts';
import { createCategoryRepository } from '../../categories/categories.repository.ts';
import { mountCategoryRoutes } from '../../categories/categories.routes.ts';
import { createCategoryService } from '../../categories/categories.service.ts';
import { createCategoryCache } from '../../categories/category-names.repository.ts';
import type { ApiRouter } from '../../http/mount.ts';
import { authorJob } from '../../search/author.job.ts';
import { createSeriesRepository } from '../../series/series.repository.ts';
import { mountSeriesRoutes } from '../../series/series.routes.ts';
import { createSeriesService } from '../../series/series.service.ts';
import { createSeriesCache } from '../../series/series-names.ts';
import { createSettingsRepository } from '../../settings/settings.repository.ts';
import { mountSettingsRoutes } from '../../settings/settings.routes.ts';
import { createSettingsService } from '../../settings/settings.service.ts';
import { createTagCache } from '../../tags/tag-names.ts';
import { createTagRepository } from '../../tags/tags.repository.ts';
import { mountTagRoutes } from '../../tags/tags.routes.ts';
import { createTagService } from '../../tags/tags.service.ts';
import type { Renaming } from '../../users/users.service.ts';
import type { Base } from './base.ts';

/** The references of posts: categories, tags, series and authors; and the settings of the publication. */
export type Lists = ReturnType<typeof createLists>;

export function createLists(base: Base) {
  const { db, clock, pictures, jobs, beginJob } = base;
  const categoryNames = createCategoryCache(db, clock);
  const storedTags = createTagRepository(db, { pictures, jobs });
  const tagNames = createTagCache(storedTags, clock);
  const storedSeries = createSeriesRepository(db, { pictures, jobs });
  const seriesNames = createSeriesCache(storedSeries, clock);
  const renaming = createRenaming(base);
  const guests = createGuestRepository(db, { pictures, jobs });
  return {
    categories: createCategoryService({
      categories: createCategoryRepository(db, jobs),
      names: categoryNames,
      clock,
      beginJob,
    }),
    categoryNames,
    tags: createTagService({ tags: storedTags, names: tagNames, clock, beginJob }),
    tagNames,
    series: createSeriesService({ series: storedSeries, names: seriesNames, clock, beginJob }),
    seriesNames,
    authorPages: createAuthorService({ ...base, guests, renaming }),
    renaming,
    settings: createSettingsService({ ...base, settings: createSettingsRepository(db, pictures) }),
  };
}

/** Updates the search index when an author's name changes. */
function createRenaming({ searchIndex, jobs, clock, beginJob }: Base): Renaming {
  const jobFor: Renaming['jobFor'] = async (userId) =>
    (await searchIndex.knowsAuthor(userId)) ? authorJob(userId) : null;
  return {
    jobFor,
    begin: beginJob,
    async catchUp(userId) {
      const job = await jobFor(userId);
      if (job?.id === undefined) return;
      await jobs.create({ ...job, id: job.id }, clock.now());
      await beginJob(job.id);
    },
  };
}

export function mountListRoutes(router: ApiRouter, { categories, tags, series, authorPages, settings }: Lists): void {
  mountSettingsRoutes(router, settings);
  mountCategoryRoutes(router, categories);
  mountTagRoutes(router, tags);
  mountSeriesRoutes(router, series);
  mountAuthorRoutes(router, authorPages);
}
