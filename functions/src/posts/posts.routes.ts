import { postApi } from '@inkwell/shared/posts';
import { pageRequest } from '../common/paging.ts';
import { newId } from '../http/idempotency.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { LikeService } from '../likes/likes.service.ts';
import type { ViewService } from '../views/views.service.ts';
import type { PostService } from './posts.service.ts';

interface Services {
  readonly posts: PostService;
  readonly likes: LikeService;
  readonly views: ViewService;
}

export function mountPostRoutes(router: ApiRouter, { posts, likes, views }: Services): void {
  mount(router, postApi.list, ({ actor, query }) =>
    posts.list(actor, { kind: 'published', categoryId: query.categoryId }, pageRequest(query)),
  );
  mount(router, postApi.adminList, ({ actor, query }) => posts.list(actor, { kind: 'all' }, pageRequest(query)));
  mount(router, postApi.popular, ({ actor, query }) => posts.popular(actor, query.limit));
  mount(router, postApi.search, ({ actor, query }) => posts.search(actor, query.q, query.limit));
  mount(router, postApi.byId, ({ actor, params }) => posts.byId(actor, params.id));
  mount(router, postApi.similar, ({ actor, params }) => posts.similar(actor, params.id));
  mount(router, postApi.create, ({ actor, body, idempotencyKey }) =>
    posts.create(actor, newId('post', actor.id, idempotencyKey), body),
  );
  mount(router, postApi.update, ({ actor, params, body }) => posts.update(actor, params.id, body));
  mount(router, postApi.remove, ({ actor, params }) => posts.remove(actor, params.id));

  mount(router, postApi.likeStatus, ({ actor, params }) => likes.status(actor, params.id));
  mount(router, postApi.like, ({ actor, params, body }) => likes.change(actor, params.id, body.liked));
  mount(router, postApi.view, ({ actor, params }) => views.visit(actor, params.id));
}
