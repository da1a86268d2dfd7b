import { categoryApi } from '@inkwell/shared/categories';
import { idFromKey } from '../common/ids.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { CategoryService } from './categories.service.ts';

/** A category, and for a merged one the category that it became. */
const CATEGORY_DOCUMENTS = 2;

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
  mount(
    router,
    categoryApi.byId,
    ({ params }) => categories.byId(params.id),
    () => CATEGORY_DOCUMENTS,
  );
  mount(
    router,
    categoryApi.adminList,
    ({ actor }) => categories.listAll(actor),
    (_query, all) => all?.length ?? 1,
  );
  mount(router, categoryApi.update, ({ actor, params, body }) => categories.update(actor, params.id, body));
  mount(router, categoryApi.order, ({ actor, body }) => categories.setOrder(actor, body.ids));
  mount(router, categoryApi.remove, ({ actor, params }) => categories.remove(actor, params.id));
  mount(router, categoryApi.merge, ({ actor, params, body }) => categories.merge(actor, params.id, body.into));
}
