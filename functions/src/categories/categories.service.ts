import {
  CATEGORY_IN_USE,
  CATEGORY_NAME_TAKEN,
  type Category,
  type CategoryInput,
  type CategoryPatch,
} from '@inkwell/shared/categories';
import { themeOfIcon } from '@inkwell/shared/category-choices';
import { iconClass, iconFromClass } from '@inkwell/shared/category-icons';
import { inOwnOrder } from '@inkwell/shared/category-order';
import { AppError } from '@inkwell/shared/errors';
import { type Actor, canCreateCategory, canManageCategories, canMergeCategories } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import type { CategoryRepository } from './categories.repository.ts';
import { mergeJob, renameJob } from './category.job.ts';
import type { CategoryCache } from './category-names.ts';

export interface CategoryService {
  /** Sorted by name. Reads each. */
  list(): Promise<Category[]>;
  /**
   * A known icon determines the color. Product §3.
   * @throws AppError `forbidden` unless `actor` is staff; `conflict` if the name is taken
   */
  create(actor: Actor, input: CategoryInput, requestId: string | null): Promise<Category>;
  /** The category with an id; for a merged one, its target. @throws AppError `not-found` */
  byId(id: number): Promise<Category>;
  /** Sorted as the publication chose. @throws AppError `forbidden`; the same in the following methods */
  listAll(actor: Actor): Promise<Category[]>;
  /** @throws AppError `not-found`; `conflict` if the name is taken */
  update(actor: Actor, id: number, patch: CategoryPatch): Promise<Category>;
  /** Unlisted categories follow by name. @throws AppError `bad-request` for an unknown category */
  setOrder(actor: Actor, ids: readonly number[]): Promise<Category[]>;
  /** Safe to repeat. @throws AppError `not-found`; `conflict` with its posts and drafts (`CategoryUse`) */
  remove(actor: Actor, id: number): Promise<void>;
  /** A job moves its posts later. Safe to repeat. @throws AppError `not-found`; `bad-request` for the category itself */
  merge(actor: Actor, id: number, into: number): Promise<Category>;
}

interface Dependencies {
  readonly categories: CategoryRepository;
  readonly names: CategoryCache;
  readonly clock: Clock;
  readonly beginJob: (id: string) => Promise<void>;
}

export function createCategoryService({ categories, names, clock, beginJob }: Dependencies): CategoryService {
  const act = ({ id }: Actor) => ({ actorId: id, at: clock.now() });

  function check(isAllowed: boolean): void {
    if (!isAllowed) throw new AppError('forbidden');
  }

  const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

  return {
    list: async () => (await categories.list()).sort((a, b) => byName.compare(a.name, b.name) || a.id - b.id),

    async create(actor, { name, description, icon, color }, requestId) {
      if (!canCreateCategory(actor)) throw new AppError('forbidden');
      const known = iconFromClass(icon);
      const category = {
        name,
        description: description ?? null,
        icon: known ? iconClass(known) : (icon ?? null),
        color: themeOfIcon(icon) ?? color ?? null,
      };
      const stored = await categories.create(category, { actorId: actor.id, requestId, at: clock.now() });
      if (!stored) throw new AppError('conflict', CATEGORY_NAME_TAKEN);
      return stored;
    },

    async byId(id) {
      const found = await categories.find(id);
      if (!found) throw new AppError('not-found');
      return found;
    },

    async listAll(actor) {
      check(canManageCategories(actor));
      return inOwnOrder(await categories.list());
    },

    async update(actor, id, patch) {
      check(canManageCategories(actor));
      const job = renameJob(id, actor.id);
      const known = patch.icon === undefined ? null : iconFromClass(patch.icon);
      const icon = known ? { icon: iconClass(known) } : {};
      const outcome = await categories.update(id, { ...patch, ...icon }, job, act(actor));
      if (outcome.kind === 'not-found') throw new AppError('not-found');
      if (outcome.kind === 'name-taken') throw new AppError('conflict', CATEGORY_NAME_TAKEN);
      names.forget(String(id));
      if (patch.name !== undefined && outcome.category.postCount > 0) await beginJob(job.id);
      return outcome.category;
    },

    async setOrder(actor, ids) {
      check(canManageCategories(actor));
      const ordered = await categories.setOrder(ids, act(actor));
      if (!ordered) throw new AppError('bad-request', 'Unknown category');
      return inOwnOrder(ordered);
    },

    async remove(actor, id) {
      check(canManageCategories(actor));
      const outcome = await categories.remove(id, act(actor));
      if (outcome === 'not-found') throw new AppError('not-found');
      if (outcome !== 'removed') throw new AppError('conflict', CATEGORY_IN_USE, { body: outcome });
      names.forget(String(id));
    },

    async merge(actor, id, into) {
      check(canMergeCategories(actor));
      if (id === into) throw new AppError('bad-request', 'A category cannot be merged into itself');
      const job = mergeJob({ from: id, into }, actor.id);
      const remaining = await categories.merge(id, into, job, act(actor));
      if (!remaining) throw new AppError('not-found');
      names.forget(String(id));
      await beginJob(job.id);
      return (await categories.find(into)) ?? remaining;
    },
  };
}
