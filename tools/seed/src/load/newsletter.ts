import { createHash } from 'node:crypto';
import { LOCAL_NEWSLETTER_SECRET } from '@inkwell/functions/src/compose/config.ts';
import type { MailRepository } from '@inkwell/functions/src/mail/mail.repository.ts';
import { addressIdOf, parseToken } from '@inkwell/functions/src/mail/tokens.ts';
import { confirmationMail } from '@inkwell/functions/src/newsletter/confirmation-mail.ts';
import type { NewsletterRepository } from '@inkwell/functions/src/newsletter/newsletter.repository.ts';
import { recipientIdOf, unsubscribeToken } from '@inkwell/functions/src/newsletter/tokens.ts';
import type { BroadcastRepository } from '@inkwell/functions/src/notifications/broadcasts.repository.ts';
import { consentText } from '@inkwell/shared/newsletter-words';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import type { Publication } from '../content/publication.ts';
import { daysBefore } from '../content/schedule.ts';
import { mapLimited } from '../map-limited.ts';
import { userIdOf } from './people.ts';

const PARALLEL = 8;
const CONFIRMED_AFTER_MS = 7 * 60_000;

/** Subscribes all subscribers and confirms those who are not pending. Safe to repeat, because the tokens are the same each time. */
export async function loadSubscribers(
  { newsletter }: Publication,
  to: {
    repository: NewsletterRepository;
    mails: Pick<MailRepository, 'clearExpired'>;
    now: Date;
    siteUrl: string;
  },
): Promise<void> {
  const { repository, mails, now, siteUrl } = to;
  await mapLimited(newsletter.subscribers, PARALLEL, async ({ email, daysAgo, isPending }) => {
    const id = addressIdOf(email);
    const at = daysBefore(now, daysAgo);
    const token = parseToken(`${id}.${createHash('sha256').update(`seed-${id}`).digest('base64url')}`);
    if (!token) throw new Error('Confirmation tokens have another form by now');
    const tokenHash = createHash('sha256').update(token.proof).digest('hex');
    const wants = ['newsletter'] as const;
    const mail = confirmationMail({
      to: email,
      site: DEFAULT_SITE,
      wants,
      siteUrl,
      confirmationToken: `${id}.${token.proof}`,
      unsubscribeToken: unsubscribeToken(LOCAL_NEWSLETTER_SECRET, id),
    });
    await repository.subscribe(
      {
        id,
        email,
        recipientId: recipientIdOf(email),
        tokenHash,
        mail,
        wants,
        source: 'form',
        consentText: consentText(DEFAULT_SITE.name, wants),
      },
      at,
    );
    if (!isPending) await repository.confirm(token, new Date(at.getTime() + CONFIRMED_AFTER_MS));
  });
  // Deletes old emails, like the time-to-live policy in production.
  await mails.clearExpired(now);
}

/** Sends the broadcasts in order and marks some as read. Safe to repeat. */
export async function loadBroadcasts(
  { newsletter, authors }: Publication,
  { repository, now }: { repository: BroadcastRepository; now: Date },
): Promise<void> {
  const [admin] = authors;
  if (!admin) return;
  const idOf = (key: string) => `seed-${key}`;
  for (const { key, daysAgo, ...input } of newsletter.broadcasts) {
    await repository.send({ id: idOf(key), senderId: userIdOf(admin.key), input }, daysBefore(now, daysAgo));
  }
  for (const [reader, keys] of Object.entries(newsletter.readBy)) {
    for (const key of keys) await repository.markRead(userIdOf(reader), idOf(key), []);
  }
}
