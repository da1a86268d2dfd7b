import type { DeliveryState, WebhookDelivery } from '@inkwell/shared/webhooks';

export const DELIVERY_STATES: Readonly<
  Record<DeliveryState, { readonly label: string; readonly tone: 'neutral' | 'success' | 'danger' | 'warning' }>
> = {
  waiting: { label: 'Waiting', tone: 'warning' },
  sending: { label: 'Sending', tone: 'neutral' },
  delivered: { label: 'Delivered', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  skipped: { label: 'Skipped', tone: 'neutral' },
};

/** The result of the last attempt; null before the first. */
export function outcomeOf({ attempts }: WebhookDelivery): string | null {
  const [last] = attempts;
  if (!last) return null;
  return last.problem ?? `Status ${last.status}`;
}
