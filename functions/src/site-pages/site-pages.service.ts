import { AppError } from '@inkwell/shared/errors';
import { type Actor, canManagePages } from '@inkwell/shared/permissions';
import {
  type SitePage,
  type SitePageCard,
  type SitePageInput,
  type SitePagePatch,
  SitePageSlug,
  type SlugState,
  type StaffSitePage,
} from '@inkwell/shared/site-pages';
import { slugify } from '@inkwell/shared/slug';
import type { AddressTarget, RedirectTarget } from '../addresses/addresses.repository.ts';
import type { KnownAddresses } from '../addresses/known-addresses.ts';
import type { Clock } from '../common/clock.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import type { StoredPost } from '../posts/posts.converter.ts';
import type { PostRemover } from '../posts/removal/post-removal.repository.ts';
import type { PostWriter } from '../posts/saving/post-writes.repository.ts';
import { createTextService } from '../posts/texts.service.ts';
import { type ForgivingSearch, forgivingPage } from '../search/forgiving.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { AuthorCache } from '../users/authors.ts';
import { addressOfPage } from './edited-pages.repository.ts';
import { toSitePage, toSitePageCard, toStaffSitePage } from './site-pages.converter.ts';
import type { PublishedPage, SitePageRepository } from './site-pages.repository.ts';

/** The site's pages (about, contact, imprint), at `/{slug}`. */
export interface SitePageService {
  /** The published page with this current or earlier slug. @throws AppError `not-found` */
  bySlug(slug: string): Promise<SitePage>;
  /** The published page with this id; null for none. Reads 1 document. */
  published(id: string): Promise<SitePage | null>;
  /** The page as readers would see it, even if unpublished; null for none. Reads 1 document. */
  asItStands(id: string): Promise<SitePage | null>;
  /** Published pages for search engines. */
  forSearch(limit: number): Promise<PublishedPage[]>;
  /** @throws AppError `forbidden`; the same in the following methods */
  list(
    actor: Actor,
    filter: { q?: string | undefined; status?: 'trash' | undefined },
    page: PageRequest,
  ): Promise<PageOfMany<SitePageCard>>;
  /** @throws AppError `not-found`; the same in the following methods with an id */
  byId(actor: Actor, id: string): Promise<StaffSitePage>;
  /** The current use of a slug's address, from the viewpoint of the page `id`, if set. */
  slugState(actor: Actor, slug: string, id: string | undefined): Promise<SlugState>;
  /**
   * Stores a page under `id`; a repeated id returns the stored page.
   * @throws AppError `bad-request` for a title without a possible slug; `conflict` for a taken one
   */
  create(actor: Actor, id: string, input: SitePageInput): Promise<StaffSitePage>;
  /** Safe to repeat. @throws AppError `bad-request`; `conflict` for a taken slug, or with the stored page for an outdated version */
  update(actor: Actor, id: string, patch: SitePagePatch, restoredId?: string): Promise<StaffSitePage>;
  /** Moves a page to the trash. Safe to repeat. */
  remove(actor: Actor, id: string): Promise<void>;
  /** Restores a page from the trash, unpublished. Safe to repeat. */
  undelete(actor: Actor, id: string): Promise<StaffSitePage>;
}

interface Dependencies {
  readonly pages: SitePageRepository;
  readonly writer: PostWriter;
  readonly remover: PostRemover;
  readonly addresses: KnownAddresses;
  /** The current target of a decoded path. Reads 1 document. */
  readonly findAddress: (path: string) => Promise<AddressTarget | RedirectTarget | null>;
  readonly authors: AuthorCache;
  readonly forgiving: ForgivingSearch;
  readonly clock: Clock;
  readonly settings: Pick<SettingsService, 'site'>;
}

export function createSitePageService(dependencies: Dependencies): SitePageService {
  const { pages, addresses, findAddress, forgiving } = dependencies;
  const texts = createTextService({ noun: 'page', present: toStaffSitePage, ...dependencies });

  function checkActor(actor: Actor): void {
    if (!canManagePages(actor)) throw new AppError('forbidden');
  }

  const published: SitePageService['published'] = async (id) => {
    const page = await pages.find(id);
    return page?.isPublished ? toSitePage(page) : null;
  };

  function stored(page: StoredPost): StaffSitePage {
    addresses.forget(addressOfPage(page.slug ?? ''));
    return toStaffSitePage(page);
  }

  return {
    published,

    async bySlug(slug) {
      const target = await addresses.find(addressOfPage(slug));
      const page = target?.kind === 'page' ? await published(target.id) : null;
      if (!page) throw new AppError('not-found');
      return page;
    },

    async asItStands(id) {
      const page = await pages.find(id);
      return page && toSitePage(page);
    },

    forSearch: (limit) => pages.published(limit),

    async list(actor, { q, status }, page) {
      checkActor(actor);
      const found = await forgivingPage(forgiving, {
        q,
        page,
        find: (typed) => pages.list({ q: typed, isTrash: status === 'trash' }, page),
        wordsOfNewest: pages.wordsOfNewest,
      });
      return { ...found, items: found.items.map(toSitePageCard) };
    },

    async byId(actor, id) {
      checkActor(actor);
      const page = await pages.find(id);
      if (!page) throw new AppError('not-found');
      return toStaffSitePage(page);
    },

    async slugState(actor, slug, id) {
      checkActor(actor);
      const target = await findAddress(addressOfPage(slug));
      if (target?.kind === 'redirect') return { is: 'redirect', leadsTo: target.to };
      if (target?.kind !== 'page') return { is: target ? 'taken' : 'free', leadsTo: null };
      if (target.id === id) return { is: 'own', leadsTo: null };
      const page = await pages.findWithTrash(target.id);
      if (!page) return { is: 'free', leadsTo: null };
      return { is: page.slug === slug ? 'taken' : 'moved', leadsTo: page.title };
    },

    async create(actor, id, input) {
      checkActor(actor);
      texts.checkNew(input);
      return stored(await texts.create(actor, id, { ...input, slug: input.slug ?? slugOfTitle(input.title) }));
    },

    async update(actor, id, patch, restoredId) {
      checkActor(actor);
      const change = texts.changeOf(actor, patch);
      texts.check(change.fields);
      return stored((await texts.update(actor, id, change, { restoredId })).post);
    },

    async remove(actor, id) {
      checkActor(actor);
      await texts.remove(actor, id);
    },

    async undelete(actor, id) {
      checkActor(actor);
      return stored(await texts.undelete(actor, id));
    },
  };
}

/** @throws AppError `bad-request` for a title whose slug is not allowed */
function slugOfTitle(title: string): string {
  const slug = SitePageSlug.safeParse(slugify(title));
  if (!slug.success) throw new AppError('bad-request', slug.error.issues[0]?.message);
  return slug.data;
}
