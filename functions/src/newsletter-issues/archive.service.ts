import { AppError } from '@inkwell/shared/errors';
import type { ArchivedIssue, ArchivedIssueCard } from '@inkwell/shared/newsletter-archive';
import type { NewsletterSettings } from '@inkwell/shared/settings';
import { type Page, type PageRequest, toPage } from '../common/paging.ts';
import type { ArchiveRepository } from './archive.repository.ts';
import { type StoredArchived, toArchivedCard } from './newsletter-issues.converter.ts';

/** The public archive. @throws AppError `not-found` while it is off */
export interface ArchiveService {
  /** Newest first. */
  list(page: PageRequest): Promise<Page<ArchivedIssueCard>>;
  /** @throws AppError `not-found` for an issue that is not in the archive */
  bySlug(slug: string): Promise<ArchivedIssue>;
  /** For search engines; null while the archive is off. */
  forSearch(limit: number): Promise<StoredArchived[] | null>;
}

export function createArchiveService({
  archive,
  settings,
}: {
  readonly archive: ArchiveRepository;
  readonly settings: () => Promise<{ readonly newsletter: Pick<NewsletterSettings, 'archive'> }>;
}): ArchiveService {
  const isOff = async () => (await settings()).newsletter.archive === 'off';
  const check = async () => {
    if (await isOff()) throw new AppError('not-found');
  };

  return {
    async list(page) {
      await check();
      const { items, total } = await archive.list(page);
      const inOrder = items.map(({ id, archivedAt }) => ({ id, createdAt: archivedAt.toISOString() }));
      return { ...toPage(inOrder, total, page), items: items.map(toArchivedCard) };
    },

    async bySlug(slug) {
      await check();
      const issue = await archive.bySlug(slug.normalize('NFKC').toLowerCase());
      if (!issue) throw new AppError('not-found');
      return issue;
    },

    forSearch: async (limit) => ((await isOff()) ? null : archive.forSearch(limit)),
  };
}
