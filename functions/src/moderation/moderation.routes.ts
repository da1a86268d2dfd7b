import { moderationApi } from '@inkwell/shared/moderation';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { ModerationService } from './moderation.service.ts';

export function mountModerationRoutes(router: ApiRouter, moderation: ModerationService): void {
  mount(router, moderationApi.list, ({ actor, query }) => moderation.list(actor, query, pageRequest(query)));
  mount(router, moderationApi.queue, ({ actor }) => moderation.queue(actor));
  mount(router, moderationApi.byId, ({ actor, params }) => moderation.byId(actor, params.id));
  mount(router, moderationApi.change, ({ actor, params, body }) => moderation.change(actor, params.id, body));
  mount(router, moderationApi.changeMany, async ({ actor, body }) => ({
    ids: await moderation.changeMany(actor, body.ids, body),
  }));
  mount(router, moderationApi.hideAllOf, ({ actor, params, body }) =>
    moderation.changeAllOf(actor, params.id, { isHidden: true, reason: body.reason }),
  );
  mount(router, moderationApi.showAllOf, ({ actor, params }) =>
    moderation.changeAllOf(actor, params.id, { isHidden: false }),
  );
  mount(router, moderationApi.postAccess, async ({ actor, params }) => ({
    access: await moderation.accessOf(actor, params.id),
  }));
  mount(router, moderationApi.changePostAccess, async ({ actor, params, body }) => {
    await moderation.setAccess(actor, params.id, body.access);
    return body;
  });
}
