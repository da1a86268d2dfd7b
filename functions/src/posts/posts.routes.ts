import { postApi } from '@inkwell/shared/posts';
import { newId } from '../common/ids.ts';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import { MAX_FEATURED, type PostService, SIMILAR_DOCUMENTS } from './posts.service.ts';

export function mountPostRoutes(router: ApiRouter, posts: PostService): void {
  mount(
    router,
    postApi.list,
    ({ actor, query }) =>
      query.tag === undefined
        ? posts.list(actor, { categoryId: query.categoryId, authorId: query.authorId }, pageRequest(query))
        : posts.listTagged(actor, query.tag, pageRequest(query)),
    ({ limit }, page) => 1 + MAX_FEATURED + (page?.items.length ?? limit),
  );
  mount(
    router,
    postApi.popular,
    ({ actor, query }) => posts.popular(actor, query.limit),
    ({ limit }, found) => found?.length ?? limit,
  );
  mount(
    router,
    postApi.byId,
    ({ actor, params }) => posts.byId(actor, params.id),
    () => 1,
  );
  mount(
    router,
    postApi.similar,
    ({ actor, params }) => posts.similar(actor, params.id),
    () => 1 + SIMILAR_DOCUMENTS,
  );
  mount(router, postApi.create, ({ actor, body, idempotencyKey }) =>
    posts.create(actor, newId('post', actor.id, idempotencyKey), body),
  );
  mount(router, postApi.update, ({ actor, params, body }) => posts.update(actor, params.id, body));
  mount(router, postApi.remove, ({ actor, params }) => posts.remove(actor, params.id));
  mount(router, postApi.undelete, ({ actor, params }) => posts.undelete(actor, params.id));
  mount(
    router,
    postApi.trash,
    ({ actor, params }) => posts.inTrash(actor, params.id),
    () => 1,
  );
}
