import { commentApi } from '@inkwell/shared/comments';
import { notificationApi } from '@inkwell/shared/notifications';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { NoticeService } from './notices.service.ts';

export function mountNoticeRoutes(router: ApiRouter, notices: NoticeService): void {
  mount(router, commentApi.mute, ({ actor, params, body }) => notices.mute(actor, params.id, body.muted));
  mount(router, notificationApi.choices, ({ actor }) => notices.settings(actor.id));
  mount(router, notificationApi.changeChoices, ({ actor, body }) => notices.choose(actor.id, body));
}
