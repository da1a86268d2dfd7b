import { notificationApi } from '@inkwell/shared/notifications';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import { requestOf } from '../http/request.ts';
import type { Account } from '../users/accounts.service.ts';
import type { NotificationService } from './notifications.service.ts';

export function mountNotificationRoutes(router: ApiRouter<Account>, notifications: NotificationService): void {
  mount(router, notificationApi.list, async ({ actor, req }) => {
    const list = await notifications.list(actor);
    requestOf(req).isEventless = list.every(({ isRead }) => isRead);
    return list;
  });
  mount(router, notificationApi.markRead, ({ actor, params }) => notifications.markRead(actor, params.id));
  mount(router, notificationApi.markAllRead, ({ actor }) => notifications.markAllRead(actor));
  mount(router, notificationApi.broadcast, ({ actor, body, idempotencyKey }) =>
    notifications.broadcast(actor, body, idempotencyKey),
  );
  mount(router, notificationApi.broadcasts, ({ actor, query }) => notifications.broadcasts(actor, pageRequest(query)));
}
