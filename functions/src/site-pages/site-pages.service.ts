import { CONFLICT_MARKERS_LEFT, hasConflictMarkers } from '@inkwell/shared/conflict-markers';
import { AppError } from '@inkwell/shared/errors';
import { type Actor, canManagePages } from '@inkwell/shared/permissions';
import { scheduleFault } from '@inkwell/shared/schedule';
import {
  type SitePage,
  type SitePageCard,
  type SitePageConflict,
  type SitePageInput,
  type SitePagePatch,
  SitePageSlug,
  type SlugState,
  type StaffSitePage,
} from '@inkwell/shared/site-pages';
import { slugify } from '@inkwell/shared/slug';
import { MAX_PICTURES } from '@inkwell/shared/storage';
import type { AddressTarget, RedirectTarget } from '../addresses/addresses.repository.ts';
import type { KnownAddresses } from '../addresses/known-addresses.ts';
import type { Clock } from '../common/clock.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import { picturesIn } from '../pictures/picture-names.ts';
import type { PostRemover } from '../posts/post-removal.repository.ts';
import type { PostWriter } from '../posts/post-writes.repository.ts';
import { newPost, type StoredPost } from '../posts/posts.converter.ts';
import { type ForgivingSearch, forgivingPage } from '../search/forgiving.ts';
import { type AuthorCache, toAuthor } from '../users/authors.ts';
import { addressOfPage } from './edited-pages.repository.ts';
import { toSitePage, toSitePageCard, toStaffSitePage } from './site-pages.converter.ts';
import type { PublishedPage, SitePageRepository } from './site-pages.repository.ts';

/** The pages of the site (about, contact, imprint), at `/{slug}`. */
export interface SitePageService {
  /** The published page that has or had this slug. @throws AppError `not-found` */
  bySlug(slug: string): Promise<SitePage>;
  /** The published page with this id; null for none. Reads 1 document. */
  published(id: string): Promise<SitePage | null>;
  /** The page as readers would see it, also unpublished; null for none. Reads 1 document. */
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
  /** What the address of a slug leads to, as seen from the page `id`, if given. */
  slugState(actor: Actor, slug: string, id: string | undefined): Promise<SlugState>;
  /**
   * Stores a page under `id`; the same id again answers what is stored.
   * @throws AppError `bad-request` for a title that makes no slug; `conflict` for a taken one
   */
  create(actor: Actor, id: string, input: SitePageInput): Promise<StaffSitePage>;
  /** Safe to repeat. @throws AppError `bad-request`; `conflict` for a taken slug, and with the stored page for an outdated one */
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
  /** What a decoded path leads to now. Reads 1 document. */
  readonly findAddress: (path: string) => Promise<AddressTarget | RedirectTarget | null>;
  readonly authors: AuthorCache;
  readonly forgiving: ForgivingSearch;
  readonly clock: Clock;
}

export function createSitePageService(dependencies: Dependencies): SitePageService {
  const { pages, writer, remover, addresses, findAddress, authors, forgiving, clock } = dependencies;

  function checkActor(actor: Actor): void {
    if (!canManagePages(actor)) throw new AppError('forbidden');
  }

  function check({ content, isPublished, publishAt }: Omit<SitePagePatch, 'slug'>): void {
    const fault = scheduleFault({ isPublished, publishAt }, clock.now());
    if (fault) throw new AppError('bad-request', fault);
    if (picturesIn(content).length > MAX_PICTURES)
      throw new AppError('bad-request', `Too many pictures (at most ${MAX_PICTURES})`);
  }

  const published: SitePageService['published'] = async (id) => {
    const page = await pages.find(id);
    return page?.isPublished ? toSitePage(page) : null;
  };

  function stored(page: StoredPost): StaffSitePage {
    addresses.forget(addressOfPage(page.slug ?? ''));
    return toStaffSitePage(page);
  }

  async function conflictOf(actor: Actor, page: StoredPost): Promise<SitePageConflict> {
    const id = page.lastEditedBy;
    const lastEditedBy = id === null ? null : toAuthor(id, (await authors.getAll([id])).get(id), actor);
    return { ...toStaffSitePage(page), lastEditedBy };
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

    async create(actor, id, { draft, ...given }) {
      checkActor(actor);
      check(given);
      const isForReaders = given.isPublished || Boolean(given.publishAt);
      if (isForReaders && hasConflictMarkers(given.content)) throw new AppError('bad-request', CONFLICT_MARKERS_LEFT);
      const slug = given.slug ?? slugOfTitle(given.title);
      const page = newPost({ ...given, slug }, { id, authorId: actor.id, at: clock.now() });
      const written = await writer.create(page, { draft: draft && { ...draft, ownerId: actor.id } });
      if (!written) throw new AppError('conflict', 'The page made by this request was deleted since');
      return stored(written);
    },

    async update(actor, id, patch, restoredId) {
      checkActor(actor);
      const { baseUpdatedAt, basePublishAt, undo: isUndo = false, publishAt: wanted, draft, ...fields } = patch;
      const isTooLate = isUndo && scheduleFault({ publishAt: wanted }, clock.now()) !== null;
      const publishAt = isTooLate ? undefined : wanted;
      check({ ...fields, ...(publishAt !== undefined && { publishAt }) });
      const outcome = await writer.update(
        id,
        { ...fields, ...(publishAt !== undefined && { publishAt: publishAt === null ? null : new Date(publishAt) }) },
        {
          ...{ actorId: actor.id, restoredId: restoredId ?? null, isUndo, at: clock.now() },
          ...(basePublishAt !== undefined && { basePlan: basePublishAt === null ? null : new Date(basePublishAt) }),
          base: baseUpdatedAt === undefined ? null : new Date(baseUpdatedAt),
          draft: draft && { ...draft, ownerId: actor.id },
        },
      );
      if (outcome.kind === 'not-found') throw new AppError('not-found');
      if (outcome.kind === 'conflict-markers') throw new AppError('bad-request', CONFLICT_MARKERS_LEFT);
      if (outcome.kind === 'conflict')
        throw new AppError('conflict', undefined, { body: await conflictOf(actor, outcome.post) });
      return stored(outcome.post);
    },

    async remove(actor, id) {
      checkActor(actor);
      if ((await remover.trash(id, actor.id, clock.now())) === 'not-found') throw new AppError('not-found');
    },

    async undelete(actor, id) {
      checkActor(actor);
      const page = await remover.undelete(id, actor.id, clock.now());
      if (!page) throw new AppError('not-found');
      return stored(page);
    },
  };
}

/** @throws AppError `bad-request` for a title whose slug a page cannot have */
function slugOfTitle(title: string): string {
  const slug = SitePageSlug.safeParse(slugify(title));
  if (!slug.success) throw new AppError('bad-request', slug.error.issues[0]?.message);
  return slug.data;
}
