import type { Query } from '@inkwell/shared/endpoint';
import type { Viewer } from '@inkwell/shared/permissions';
import { postApi } from '@inkwell/shared/posts';
import { pushedPostApi } from '@inkwell/shared/pushed-posts';
import { newId } from '../common/ids.ts';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { PostService } from './posts.service.ts';
import type { PushedPostService } from './pushed-posts.service.ts';

export function mountPostRoutes(router: ApiRouter, posts: PostService, pushed: PushedPostService): void {
  mount(router, postApi.list, ({ actor, query }) => listOf(posts, actor, query));
  mount(router, postApi.popular, ({ actor, query }) => posts.popular(actor, query.limit));
  mount(router, postApi.byId, ({ actor, params }) => posts.byId(actor, params.id));
  mount(router, postApi.similar, ({ actor, params }) => posts.similar(actor, params.id));
  mount(router, postApi.create, async ({ actor, body, idempotencyKey }) => {
    const id = body.source ? await pushed.idFor(actor, body.source) : newId('post', actor.id, idempotencyKey);
    return posts.create(actor, id, body);
  });
  mount(router, postApi.update, ({ actor, params, body }) => posts.update(actor, params.id, body));
  mount(router, postApi.remove, ({ actor, params }) => posts.remove(actor, params.id));
  mount(router, postApi.undelete, ({ actor, params }) => posts.undelete(actor, params.id));
  mount(router, pushedPostApi.list, ({ actor, query: { repository, ...page } }) =>
    pushed.list(actor, repository, pageRequest(page)),
  );
  mount(router, postApi.trash, ({ actor, params }) => posts.inTrash(actor, params.id));
}

function listOf(posts: PostService, viewer: Viewer, query: Query<typeof postApi.list>) {
  const page = pageRequest(query);
  if (query.series !== undefined) return posts.listInSeries(viewer, query.series, page);
  if (query.tag !== undefined) return posts.listTagged(viewer, query.tag, page);
  return posts.list(viewer, { categoryId: query.categoryId, authorId: query.authorId }, page);
}
