import { webhookApi } from '@inkwell/shared/webhooks';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { Account } from '../users/accounts.service.ts';
import type { WebhookService } from './webhooks.service.ts';

export function mountWebhookRoutes(router: ApiRouter<Account>, webhooks: WebhookService): void {
  mount(router, webhookApi.list, ({ actor }) => webhooks.list(actor));
  mount(router, webhookApi.create, ({ actor, body, idempotencyKey }) => webhooks.create(actor, body, idempotencyKey));
  mount(router, webhookApi.update, ({ actor, params: { id }, body }) => webhooks.update(actor, id, body));
  mount(router, webhookApi.remove, ({ actor, params: { id } }) => webhooks.remove(actor, id));
  mount(router, webhookApi.test, ({ actor, params: { id } }) => webhooks.test(actor, id));
  mount(router, webhookApi.deliveries, ({ actor, params: { id }, query }) =>
    webhooks.deliveries(actor, id, pageRequest(query)),
  );
  mount(router, webhookApi.send, ({ actor, params }) => webhooks.send(actor, params.id, params.deliveryId));
}
