import { createPictureTable } from '../pictures/pictures.repository.ts';
import { createSettingsRepository } from '../settings/settings.repository.ts';
import { createDeliveryRepository } from '../webhooks/deliveries.repository.ts';
import { connectEvents } from '../webhooks/event-queue.repository.ts';
import { createWebhookSender, type WebhookSender } from '../webhooks/sender.service.ts';
import type { Config } from './config.ts';
import type { Dependencies } from './dependencies.ts';

/** Lets the changes of a function raise events for webhooks, and sends them. */
export function createWebhookSending({
  db,
  clock,
  config: { siteUrl, isLocal },
  log,
}: Pick<Dependencies, 'db' | 'clock' | 'log'> & {
  readonly config: Pick<Config, 'siteUrl' | 'isLocal'>;
}): WebhookSender {
  const site = createSettingsRepository(db, createPictureTable(db)).read;
  const deliveries = createDeliveryRepository(db);
  const sender = createWebhookSender({ deliveries, site, siteUrl, isLocal, clock, log });
  connectEvents(db, { siteUrl, clock, log, onQueued: sender.begin });
  return sender;
}
