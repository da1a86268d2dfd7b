import { SITE_MAIL } from '@inkwell/shared/site';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import { describeError } from '../common/log.ts';
import { createDelivery, type Delivery } from '../mail/delivery.service.ts';
import { senderOf } from '../mail/letter.ts';
import { createMailEventRepository } from '../mail/mail-events.repository.ts';
import { createMailEventService, type MailEventService } from '../mail/mail-events.service.ts';
import { createMailQueue } from '../mail/mail-queue.repository.ts';
import { createMailSenderService, type MailSenderService } from '../mail/mail-sender.service.ts';
import { createSnsClient } from '../mail/sns-client.ts';
import { createSuppressionRepository } from '../mail/suppressions.repository.ts';
import { createSuppressionService, type SuppressionService } from '../mail/suppressions.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { createMailPictures, type MailPictures } from '../uploads/mail-pictures.ts';
import type { Config } from './config.ts';
import type { Dependencies } from './dependencies.ts';

type Site = () => Promise<Pick<SiteSettings, 'name'>>;

/** The `Name <address>` of emails without another sender. */
const senderAddress =
  ({ siteUrl }: Pick<Config, 'siteUrl'>, site: Site) =>
  async (): Promise<string> =>
    SITE_MAIL.from ?? senderOf((await site()).name, siteUrl);

/** Delivers queued emails, in requests that wait for an email and in the function `deliver`. */
export function createMailDelivery({
  db,
  clock,
  config,
  log,
  transport,
  site,
}: Pick<Dependencies, 'db' | 'clock' | 'log' | 'transport'> & {
  config: Pick<Config, 'siteUrl' | 'newsletterSecret'>;
  site: Site;
}): Delivery {
  return createDelivery({
    queue: createMailQueue(db, config.newsletterSecret),
    events: createMailEventRepository(db),
    transport,
    sender: senderAddress(config, site),
    clock,
    log,
  });
}

/** Copies of pictures for emails. */
export const mailPicturesOf = ({
  bucket,
  config,
  log,
}: Pick<Dependencies, 'bucket' | 'log'> & { config: Pick<Config, 'publicBucket'> }): MailPictures =>
  createMailPictures({
    bucket,
    publicBucket: config.publicBucket,
    onError: (error) => log('WARNING', 'a picture has no copy for mails', { error: describeError(error) }),
  });

/** Services for reports about emails from admins and providers. */
export function createMailServices({
  db,
  clock,
  config,
  log,
  transport,
  lookUpTxt,
  settings,
}: Dependencies & { readonly settings: Pick<SettingsService, 'site' | 'ofNewsletter'> }): {
  suppressions: SuppressionService;
  sender: MailSenderService;
  events: MailEventService;
} {
  const suppressions = createSuppressionRepository(db, config.newsletterSecret);
  const queue = createMailQueue(db, config.newsletterSecret);
  const events = createMailEventRepository(db);
  const sns = createSnsClient({ clock, local: config.localSnsCertificate });
  return {
    suppressions: createSuppressionService({ suppressions, queue, transport, clock }),
    sender: createMailSenderService({
      address: senderAddress(config, settings.site),
      dkimSelector: async () => (await settings.ofNewsletter()).dkimSelector,
      transport,
      lookUpTxt,
      clock,
    }),
    events: createMailEventService({ events, sns, config, clock, log }),
  };
}
