import {
  MODERATION_LIMITS,
  type ModeratedComment,
  moderationApi,
  type PersonModeration,
} from '@inkwell/shared/moderation';
import { documentsOf, pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { ModerationService } from './moderation.service.ts';

/** For each of many changed comments: the comment twice, its post, its thread. */
const DOCUMENTS_OF_BULK = 4;

const ofPerson = (_query: unknown, answer: PersonModeration | null) => 6 + DOCUMENTS_OF_BULK * (answer?.changed ?? 0);

/** The number of documents that comments for staff need besides themselves: posts, first comments of threads, and answered comments. */
const aroundOf = (comments: readonly ModeratedComment[]): number =>
  new Set(comments.flatMap(({ postId, parentId, replyTo }) => [postId, parentId, replyTo?.id].filter(Boolean))).size;

export function mountModerationRoutes(router: ApiRouter, moderation: ModerationService): void {
  mount(
    router,
    moderationApi.list,
    ({ actor, query }) => moderation.list(actor, query, pageRequest(query)),
    ({ limit }, page) => (page ? documentsOf(page, limit) + aroundOf(page.items) : 1 + 3 * limit),
  );
  mount(
    router,
    moderationApi.queue,
    ({ actor }) => moderation.queue(actor),
    () => 2,
  );
  mount(
    router,
    moderationApi.byId,
    ({ actor, params }) => moderation.byId(actor, params.id),
    (_query, found) =>
      found
        ? 2 + Math.max(1, found.thread.length) + Math.max(1, found.reports.length) + aroundOf(found.thread)
        : 4 + MODERATION_LIMITS.thread + MODERATION_LIMITS.reports,
  );
  mount(router, moderationApi.change, ({ actor, params, body }) => moderation.change(actor, params.id, body));
  mount(
    router,
    moderationApi.changeMany,
    async ({ actor, body }) => ({ ids: await moderation.changeMany(actor, body.ids, body) }),
    (_query, answer) => DOCUMENTS_OF_BULK * (answer?.ids.length ?? 1),
  );
  mount(
    router,
    moderationApi.hideAllOf,
    ({ actor, params, body }) => moderation.changeAllOf(actor, params.id, { isHidden: true, reason: body.reason }),
    ofPerson,
  );
  mount(
    router,
    moderationApi.showAllOf,
    ({ actor, params }) => moderation.changeAllOf(actor, params.id, { isHidden: false }),
    ofPerson,
  );
  mount(
    router,
    moderationApi.postAccess,
    async ({ actor, params }) => ({ access: await moderation.accessOf(actor, params.id) }),
    () => 1,
  );
  mount(router, moderationApi.changePostAccess, async ({ actor, params, body }) => {
    await moderation.setAccess(actor, params.id, body.access);
    return body;
  });
}
