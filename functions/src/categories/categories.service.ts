import { CATEGORY_NAME_TAKEN, type Category, type CategoryInput } from '@inkwell/shared/categories';
import { iconClass, iconFromClass, themeOfIcon } from '@inkwell/shared/category-icons';
import { AppError } from '@inkwell/shared/errors';
import { canCreateCategory, type Viewer } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import type { CategoryRepository } from './categories.repository.ts';

type Actor = NonNullable<Viewer>;

export interface CategoryService {
  /** In the order of their names. Reads each. */
  list(): Promise<Category[]>;
  /**
   * A known icon decides the color, whatever color was sent. Product §3.
   * @throws AppError `forbidden` unless `actor` is staff; `conflict` when the name is taken
   */
  create(actor: Actor, input: CategoryInput, requestId: string | null): Promise<Category>;
}

export function createCategoryService({
  categories,
  clock,
}: {
  categories: CategoryRepository;
  clock: Clock;
}): CategoryService {
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
  };
}
