import { createPictureTable } from '../pictures/pictures.repository.ts';
import { createSettingsRepository } from '../settings/settings.repository.ts';
import type { Config } from './config.ts';
import type { Dependencies } from './dependencies.ts';
import { createMailDelivery } from './mail.ts';
import { createTransport } from './transport.ts';
import { createWebhookSending } from './webhooks.ts';

/** After this time, a run starts no further email, because the next run starts after a minute. */
const BEGIN_WITHIN_MS = 45_000;

/** The `deliver` function: sends queued emails and events of webhooks that are due, and reports emails that have waited too long. */
export function createDeliver({
  db,
  clock,
  config,
  log,
}: Pick<Dependencies, 'db' | 'clock' | 'log'> & {
  config: Pick<Config, 'smtpUrl' | 'siteUrl' | 'newsletterSecret' | 'isLocal'>;
}): () => Promise<void> {
  const settings = createSettingsRepository(db, createPictureTable(db));
  const transport = createTransport(config, { clock });
  const delivery = createMailDelivery({ db, clock, config, log, transport, site: settings.read });
  const webhooks = createWebhookSending({ db, clock, config, log });
  return async () => {
    // Receivers that are slow must not let emails wait.
    const events = webhooks.run(BEGIN_WITHIN_MS);
    const [mailed] = await Promise.allSettled([delivery.run(BEGIN_WITHIN_MS), events]);
    if (mailed.status === 'rejected') throw mailed.reason;
    await events;
  };
}
