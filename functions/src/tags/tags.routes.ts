import { tagApi } from '@inkwell/shared/tags';
import { idsIn, newId } from '../common/ids.ts';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { TagService } from './tags.service.ts';

export function mountTagRoutes(router: ApiRouter, tags: TagService): void {
  mount(router, tagApi.list, ({ query }) => tags.list(pageRequest(query)));
  mount(router, tagApi.bySlug, ({ params }) => tags.bySlug(params.slug));
  mount(router, tagApi.adminList, ({ actor, query }) => tags.listAll(actor, query.q, pageRequest(query)));
  mount(router, tagApi.byIds, ({ actor, query }) => tags.byIds(actor, idsIn(query.ids)));
  mount(router, tagApi.create, ({ actor, body, idempotencyKey }) =>
    tags.create(actor, newId('tag', actor.id, idempotencyKey), body),
  );
  mount(router, tagApi.update, ({ actor, params, body }) => tags.update(actor, params.id, body));
  mount(router, tagApi.remove, ({ actor, params }) => tags.remove(actor, params.id));
  mount(router, tagApi.merge, ({ actor, params, body }) => tags.merge(actor, params.id, body.into));
}
