import { RESPONSE_CACHE_MS } from '@inkwell/shared/endpoint';
import { AppError } from '@inkwell/shared/errors';
import type { Actor } from '@inkwell/shared/permissions';
import { SLUG_TAKEN } from '@inkwell/shared/tags';
import type { Clock } from '../common/clock.ts';
import { createDocumentCache, type DocumentCache } from '../common/document-cache.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import type { FixedJob } from '../jobs/job.ts';
import { type StoredList, shownList, staffList } from './named-lists.converter.ts';
import type { ListChange, ListInput, ListPatch, NamedListRepository } from './named-lists.repository.ts';

type Shown = ReturnType<typeof shownList>;
type ShownToStaff = ReturnType<typeof staffList>;

/** Lists of posts with a name and an address: tags and series. */
export interface NamedListService<List> {
  /** Lists with published posts, largest first. */
  list(page: PageRequest): Promise<PageOfMany<Shown>>;
  /** The list with this current or earlier slug, even without posts; null if there is none or readers may not see it. */
  named(slug: string): Promise<List | null>;
  /** At most `limit` lists with published posts. Every word of `q` must begin a word of the name. Reads each. */
  suggest(q: string, limit: number): Promise<Shown[]>;
  /** The list with this current or earlier slug. @throws AppError `not-found`, also for a list without published posts */
  bySlug(slug: string): Promise<Shown>;
  /** All lists. With `q`, every word of the query must begin a word of the name. @throws AppError `forbidden`; the same in the following methods */
  listAll(actor: Actor, q: string | undefined, page: PageRequest): Promise<PageOfMany<ShownToStaff>>;
  /** @throws AppError `conflict` with the existing list of this name */
  create(actor: Actor, id: string, input: ListInput): Promise<ShownToStaff>;
  /** @throws AppError `not-found`; `conflict` for a name or slug that is taken */
  update(actor: Actor, id: string, patch: ListPatch): Promise<ShownToStaff>;
  /** Deletes a list. A job removes it from its posts. Safe to repeat. @throws AppError `not-found` */
  remove(actor: Actor, id: string): Promise<void>;
}

/** The additional dependencies for one kind of list. */
export interface NamedListActs<List> extends NamedListService<List> {
  /** @throws AppError `forbidden` */
  check(isAllowed: boolean): void;
  /** Stores a list, or finds the one with the name. Checks no permission. */
  createNamed(actor: Actor, id: string, name: string): Promise<List>;
  /** Merges a list into another or deletes it, and starts the job for its posts. Checks no permission. @throws AppError `not-found` */
  end(actor: Actor, id: string, into: string | null): Promise<List>;
}

interface Dependencies<List extends StoredList> {
  readonly lists: NamedListRepository<List>;
  readonly names: DocumentCache<List>;
  readonly clock: Clock;
  readonly beginJob: (id: string) => Promise<void>;
}

interface Rules<List> {
  readonly canManage: (actor: Actor) => boolean;
  /** Who can choose from all lists except those that readers do not see; by default only people who manage lists. */
  readonly canChoose?: (actor: Actor) => boolean;
  /** Who can create such a list; by default only people who manage lists. */
  readonly canCreate?: (actor: Actor, input: ListInput) => boolean;
  readonly isForReaders: (list: List) => boolean;
  readonly nameTaken: string;
  /** The job that changes the posts of a merged or deleted list. */
  readonly jobOf: (id: string, actorId: string) => FixedJob;
  /** The job after a change of the name. */
  readonly renameJobOf?: (id: string, actorId: string) => FixedJob;
}

export function createNamedLists<List extends StoredList>(
  { lists, names, clock, beginJob }: Dependencies<List>,
  { canManage, canChoose = canManage, canCreate = canManage, isForReaders, nameTaken, jobOf, renameJobOf }: Rules<List>,
): NamedListActs<List> {
  const slugs = createDocumentCache<string>({
    load: (wanted) => lists.idsOfSlugs(wanted),
    clock,
    forMs: RESPONSE_CACHE_MS,
  });

  const act = ({ id }: Actor) => ({ actorId: id, at: clock.now() });

  function check(isAllowed: boolean): void {
    if (!isAllowed) throw new AppError('forbidden');
  }

  function changed(outcome: ListChange<List>): List {
    if (outcome.kind === 'not-found') throw new AppError('not-found');
    if (outcome.kind === 'slug-taken') throw new AppError('conflict', SLUG_TAKEN);
    if (outcome.kind === 'name-taken') throw new AppError('conflict', nameTaken);
    names.forget(outcome.list.id);
    slugs.forget(outcome.list.slug);
    return outcome.list;
  }

  async function end(actor: Actor, id: string, into: string | null): Promise<List> {
    const job = jobOf(id, actor.id);
    const list = await lists.end(id, into, job, act(actor));
    if (!list) throw new AppError('not-found');
    names.forget(id);
    names.forget(list.id);
    await beginJob(job.id);
    return list;
  }

  async function named(asked: string): Promise<List | null> {
    const slug = asked.normalize('NFKC').toLowerCase();
    const id = (await slugs.getAll([slug])).get(slug);
    const list = id ? await names.current(id) : null;
    return list && isForReaders(list) ? list : null;
  }

  return {
    check,
    end,
    named,

    async createNamed(actor, id, name) {
      const outcome = await lists.create(id, { name }, act(actor));
      return outcome.kind === 'name-taken' ? outcome.list : changed(outcome);
    },

    async list(page) {
      const found = await lists.listPublished(page);
      return { ...found, items: found.items.map(shownList) };
    },

    suggest: async (q, limit) => (await lists.suggest(q, limit)).map(shownList),

    async bySlug(slug) {
      const list = await named(slug);
      if (!list || list.postCount < 1) throw new AppError('not-found');
      return shownList(list);
    },

    async listAll(actor, q, page) {
      check(canChoose(actor));
      const found = await lists.listAll(q, page, !canManage(actor));
      return { ...found, items: found.items.map(staffList) };
    },

    async create(actor, id, input) {
      check(canCreate(actor, input));
      const outcome = await lists.create(id, input, act(actor));
      if (outcome.kind === 'name-taken') throw new AppError('conflict', nameTaken, { body: staffList(outcome.list) });
      return staffList(changed(outcome));
    },

    async update(actor, id, patch) {
      check(canManage(actor));
      const job = renameJobOf?.(id, actor.id) ?? null;
      const list = changed(await lists.update(id, patch, act(actor), job));
      if (job && patch.name !== undefined && list.postCount > 0) await beginJob(job.id);
      return staffList(list);
    },

    async remove(actor, id) {
      check(canManage(actor));
      await end(actor, id, null);
    },
  };
}
