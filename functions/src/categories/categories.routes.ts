import { categoryApi } from '@inkwell/shared/categories';
import { idFromKey } from '../common/ids.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { CategoryService } from './categories.service.ts';

export function mountCategoryRoutes(router: ApiRouter, categories: CategoryService): void {
  mount(router, categoryApi.list, () => categories.list());
  mount(router, categoryApi.create, ({ actor, body, idempotencyKey }) =>
    categories.create(actor, body, idempotencyKey === null ? null : idFromKey('category', actor.id, idempotencyKey)),
  );
  mount(router, categoryApi.byId, ({ params }) => categories.byId(params.id));
  mount(router, categoryApi.adminList, ({ actor }) => categories.listAll(actor));
  mount(router, categoryApi.update, ({ actor, params, body }) => categories.update(actor, params.id, body));
  mount(router, categoryApi.order, ({ actor, body }) => categories.setOrder(actor, body.ids));
  mount(router, categoryApi.remove, ({ actor, params }) => categories.remove(actor, params.id));
  mount(router, categoryApi.merge, ({ actor, params, body }) => categories.merge(actor, params.id, body.into));
}
