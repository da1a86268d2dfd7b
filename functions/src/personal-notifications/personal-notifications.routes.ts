import { commentApi } from '@inkwell/shared/comments';
import { notificationApi } from '@inkwell/shared/notifications';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { PersonalNotificationService } from './personal-notifications.service.ts';

export function mountPersonalNotificationRoutes(router: ApiRouter, notifications: PersonalNotificationService): void {
  mount(router, commentApi.changeSubscription, ({ actor, params, body }) =>
    notifications.mute(actor, params.id, body.muted),
  );
  mount(router, notificationApi.choices, ({ actor }) => notifications.settings(actor.id));
  mount(router, notificationApi.changeChoices, ({ actor, body }) => notifications.choose(actor.id, body));
}
