import { DocumentId } from '@inkwell/shared/fields';
import { tagApi } from '@inkwell/shared/tags';
import { newId } from '../common/ids.ts';
import { documentsOf, pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { TagService } from './tags.service.ts';

/** The address; the tag, in some cases over one that was merged into it; the tag as it is now. */
const SLUG_DOCUMENTS = 4;

const MAX_IDS = 50;

export function mountTagRoutes(router: ApiRouter, tags: TagService): void {
  mount(
    router,
    tagApi.list,
    ({ query }) => tags.list(pageRequest(query)),
    ({ limit }, page) => documentsOf(page, limit),
  );
  mount(
    router,
    tagApi.bySlug,
    ({ params }) => tags.bySlug(params.slug),
    () => SLUG_DOCUMENTS,
  );
  mount(
    router,
    tagApi.adminList,
    ({ actor, query }) => tags.listAll(actor, query.q, pageRequest(query)),
    ({ limit }, page) => documentsOf(page, limit),
  );
  mount(
    router,
    tagApi.byIds,
    ({ actor, query }) => tags.byIds(actor, idsIn(query.ids)),
    ({ ids }) => idsIn(ids).length,
  );
  mount(router, tagApi.create, ({ actor, body, idempotencyKey }) =>
    tags.create(actor, newId('tag', actor.id, idempotencyKey), body),
  );
  mount(router, tagApi.update, ({ actor, params, body }) => tags.update(actor, params.id, body));
  mount(router, tagApi.remove, ({ actor, params }) => tags.remove(actor, params.id));
  mount(router, tagApi.merge, ({ actor, params, body }) => tags.merge(actor, params.id, body.into));
}

const idsIn = (text: string): string[] =>
  text
    .split(',')
    .filter((id) => DocumentId.safeParse(id).success)
    .slice(0, MAX_IDS);
