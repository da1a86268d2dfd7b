import { createPictureTable } from '../pictures/pictures.repository.ts';
import { createSettingsRepository } from '../settings/settings.repository.ts';
import type { Config } from './config.ts';
import type { Dependencies } from './dependencies.ts';
import { createMailDelivery } from './mail.ts';
import { createTransport } from './transport.ts';

/** No mail is begun later in a run, because the next run starts after a minute. */
const BEGIN_WITHIN_MS = 45_000;

/** The `deliver` function: hands in queued mails that are due, and says when some wait for too long. */
export function createDeliver({
  db,
  clock,
  config,
  log,
}: Pick<Dependencies, 'db' | 'clock' | 'log'> & {
  config: Pick<Config, 'smtpUrl' | 'siteUrl' | 'newsletterSecret'>;
}): () => Promise<void> {
  const settings = createSettingsRepository(db, createPictureTable(db));
  const transport = createTransport(config, { clock });
  const delivery = createMailDelivery({ db, clock, config, log, transport, site: settings.read });
  return () => delivery.run(BEGIN_WITHIN_MS);
}
