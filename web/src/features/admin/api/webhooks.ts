import {
  type Webhook,
  type WebhookDelivery,
  type WebhookInput,
  type WebhookPatch,
  webhookApi,
} from '@inkwell/shared/webhooks';
import { call } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { staffListQuery } from '../../../lib/staff-list-query.ts';
import { useStaffChange } from './staff-change.ts';

const WEBHOOKS = ['admin', 'webhooks'] as const;

export const webhookQuery = () => ({ ...callQuery(WEBHOOKS, webhookApi.list), staleTime: 0 });

export const deliveryQuery = (id: string) =>
  staffListQuery([...WEBHOOKS, id, 'deliveries'], webhookApi.deliveries, { params: { id } });

/** @param key the same for each attempt of one form, so that a repeat after a lost answer shows the same secret */
export const useCreateWebhook = (key: string) =>
  useStaffChange({
    send: (body: WebhookInput) => call(webhookApi.create, { body }, { headers: { 'Idempotency-Key': key } }),
    action: 'create the webhook',
    stale: [WEBHOOKS],
  });

export const useChangeWebhook = ({ id }: Pick<Webhook, 'id'>) =>
  useStaffChange({
    send: (body: WebhookPatch) => call(webhookApi.update, { params: { id }, body }),
    done: ({ isOn }, body) => (body.isOn === undefined ? 'Webhook saved' : `Webhook switched ${isOn ? 'on' : 'off'}`),
    action: 'change the webhook',
    stale: [WEBHOOKS],
  });

export const useDeleteWebhook = ({ id }: Webhook) =>
  useStaffChange({
    send: () => call(webhookApi.remove, { params: { id } }),
    done: 'Webhook deleted',
    action: 'delete the webhook',
    stale: [WEBHOOKS],
  });

export const useTestWebhook = ({ id }: Webhook) =>
  useStaffChange({
    send: () => call(webhookApi.test, { params: { id } }),
    action: 'send the test',
    stale: [WEBHOOKS],
  });

export const useSendDelivery = (id: string, delivery: WebhookDelivery) =>
  useStaffChange({
    send: () => call(webhookApi.send, { params: { id, deliveryId: delivery.id } }),
    action: 'send the event',
    stale: [WEBHOOKS],
  });
