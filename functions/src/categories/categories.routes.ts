import { categoryApi } from '@inkwell/shared/categories';
import { idFromKey } from '../common/ids.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { CategoryService } from './categories.service.ts';

export function mountCategoryRoutes(router: ApiRouter, categories: CategoryService): void {
  mount(
    router,
    categoryApi.list,
    () => categories.list(),
    (_query, all) => all?.length ?? 1,
  );
  mount(router, categoryApi.create, ({ actor, body, idempotencyKey }) =>
    categories.create(actor, body, idempotencyKey === null ? null : idFromKey('category', actor.id, idempotencyKey)),
  );
}
