import { commentApi } from '@inkwell/shared/comments';
import { ownPostApi } from '@inkwell/shared/own-posts';
import type { Actor } from '@inkwell/shared/permissions';
import { newId } from '../common/ids.ts';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { CommentedPostService } from './commented-posts.service.ts';
import type { CommentService } from './comments.service.ts';
import type { ReportService } from './reports.service.ts';

interface Services {
  readonly comments: CommentService;
  readonly commentedPosts: CommentedPostService;
  readonly reports: ReportService;
}

export function mountCommentRoutes(router: ApiRouter, { comments, commentedPosts, reports }: Services): void {
  const seesMore = (actor: Actor): Promise<boolean> => comments.hasWithheld(actor);

  mount(
    router,
    commentApi.list,
    ({ actor, params, query }) => comments.list(actor, params.id, pageRequest(query)),
    seesMore,
  );
  mount(router, commentApi.create, ({ actor, params, body, idempotencyKey }) =>
    comments.create(actor, {
      id: newId(`comment on ${params.id}`, actor.id, idempotencyKey),
      postId: params.id,
      ...body,
    }),
  );
  mount(router, commentApi.access, async ({ actor, params }) => ({
    refused: await comments.refusal(actor, params.id),
  }));
  mount(router, commentApi.thread, ({ actor, params }) => comments.thread(actor, params.id), seesMore);
  mount(
    router,
    commentApi.answers,
    ({ actor, params, query }) => comments.answers(actor, params.id, pageRequest(query)),
    seesMore,
  );
  mount(router, commentApi.edit, ({ actor, params, body }) => comments.edit(actor, params.id, body.content));
  mount(router, commentApi.remove, ({ actor, params }) => comments.remove(actor, params.id));
  mount(router, commentApi.restore, ({ actor, params }) => comments.restore(actor, params.id));
  mount(router, commentApi.report, ({ actor, params, body }) => reports.report(actor, params.id, body));
  mount(router, commentApi.legalReport, ({ params, body, idempotencyKey }) =>
    reports.legalReport(params.id, body, idempotencyKey),
  );
  mount(router, ownPostApi.comments, ({ actor, query }) => commentedPosts.list(actor, pageRequest(query)));
}
