import { commentApi } from '@inkwell/shared/comments';
import { newId } from '../common/ids.ts';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { CommentService } from './comments.service.ts';

export function mountCommentRoutes(router: ApiRouter, comments: CommentService): void {
  mount(
    router,
    commentApi.list,
    ({ actor, params, query }) => comments.list(actor, params.id, pageRequest(query)),
    ({ limit }, page) => 1 + (page?.items.length ?? limit),
  );
  mount(router, commentApi.create, ({ actor, params, body, idempotencyKey }) =>
    comments.create(actor, {
      id: newId(`comment on ${params.id}`, actor.id, idempotencyKey),
      postId: params.id,
      content: body.content,
    }),
  );
  mount(router, commentApi.remove, ({ actor, params }) => comments.remove(actor, params.id));
}
