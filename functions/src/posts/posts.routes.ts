import type { Query } from '@inkwell/shared/endpoint';
import type { Viewer } from '@inkwell/shared/permissions';
import { postApi } from '@inkwell/shared/posts';
import { newId } from '../common/ids.ts';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { PostService } from './posts.service.ts';

export function mountPostRoutes(router: ApiRouter, posts: PostService): void {
  mount(router, postApi.list, ({ actor, query }) => listOf(posts, actor, query));
  mount(router, postApi.popular, ({ actor, query }) => posts.popular(actor, query.limit));
  mount(router, postApi.byId, ({ actor, params }) => posts.byId(actor, params.id));
  mount(router, postApi.similar, ({ actor, params }) => posts.similar(actor, params.id));
  mount(router, postApi.create, ({ actor, body, idempotencyKey }) =>
    posts.create(actor, newId('post', actor.id, idempotencyKey), body),
  );
  mount(router, postApi.update, ({ actor, params, body }) => posts.update(actor, params.id, body));
  mount(router, postApi.remove, ({ actor, params }) => posts.remove(actor, params.id));
  mount(router, postApi.undelete, ({ actor, params }) => posts.undelete(actor, params.id));
  mount(router, postApi.trash, ({ actor, params }) => posts.inTrash(actor, params.id));
}

function listOf(posts: PostService, viewer: Viewer, query: Query<typeof postApi.list>) {
  const page = pageRequest(query);
  if (query.series !== undefined) return posts.listInSeries(viewer, query.series, page);
  if (query.tag !== undefined) return posts.listTagged(viewer, query.tag, page);
  return posts.list(viewer, { categoryId: query.categoryId, authorId: query.authorId }, page);
}
