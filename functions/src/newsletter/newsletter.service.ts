import { isDeliverable } from '@inkwell/shared/email-address';
import { AppError } from '@inkwell/shared/errors';
import { type Subscriber, TOO_MANY_SUBSCRIPTIONS } from '@inkwell/shared/newsletter';
import { newsletterWords } from '@inkwell/shared/newsletter-words';
import { isAdmin, type Viewer } from '@inkwell/shared/permissions';
import type { ShownSettings } from '@inkwell/shared/settings';
import type { Clock } from '../common/clock.ts';
import { type Page, type PageRequest, toPageBy } from '../common/paging.ts';
import type { LimitRepository } from '../limits/limits.repository.ts';
import type { Delivery } from '../mail/delivery.service.ts';
import { addressIdOf, parseToken } from '../mail/tokens.ts';
import type { TrafficCounter } from '../traffic/traffic-counter.ts';
import { createConfirmationMaker } from './confirmation-mail.ts';
import { toSubscriber } from './newsletter.converter.ts';
import type { NewsletterRepository } from './newsletter.repository.ts';
import { isSigned, recipientIdOf } from './tokens.ts';

const HOUR_MS = 60 * 60_000;

const INVALID_CONFIRMATION = 'This confirmation link is invalid or expired. Please subscribe again.';
const INVALID_UNSUBSCRIPTION = 'This unsubscribe link is invalid.';

export interface NewsletterService {
  /**
   * Sends a confirmation email. The answer is the same for unknown, pending, confirmed and undeliverable addresses.
   * @param fromPost the post whose form was used
   * @throws AppError `too-many` if the hourly limit of emails is reached
   */
  subscribe(email: string, fromPost?: string): Promise<{ requiresConfirmation: boolean }>;
  /** Works for 7 days. Safe to repeat. @throws AppError `bad-request` */
  confirm(token: string): Promise<{ email: string }>;
  /** Safe to repeat. @throws AppError `bad-request` for invalid tokens */
  unsubscribe(token: string | undefined): Promise<void>;
  /** The address of the page that unsubscribes with the token, valid or not. */
  unsubscribePage(token: string | undefined): string;
  /** Newest first. @throws AppError `forbidden` unless an admin asks */
  list(viewer: Viewer, page: PageRequest): Promise<Page<Subscriber>>;
}

export function createNewsletterService({
  newsletter,
  limits,
  delivery,
  site,
  traffic,
  issueStart,
  clock,
  config,
}: {
  newsletter: NewsletterRepository;
  limits: Pick<LimitRepository, 'take' | 'peek'>;
  delivery: Pick<Delivery, 'now' | 'asIfNow'>;
  /** The name and addresses in emails, and the choices in the form. */
  site: () => Promise<ShownSettings>;
  traffic: Pick<TrafficCounter, 'isOn' | 'won' | 'left'>;
  /** When the sending of an issue began; null if it has not. Reads 1 document. */
  issueStart: (issueId: string) => Promise<Date | null>;
  clock: Clock;
  config: {
    /** The address of the site without a final slash, for links in emails. */
    readonly siteUrl: string;
    readonly newsletterSecret: string;
    /** Confirmation emails per hour, across all instances. */
    readonly newsletterMailsPerHour: number;
  };
}): NewsletterService {
  const makeConfirmation = createConfirmationMaker(config);
  const ceiling = { calls: config.newsletterMailsPerHour, windowMs: HOUR_MS };

  return {
    async subscribe(email, fromPost) {
      const id = addressIdOf(email);
      const recipientId = recipientIdOf(email);
      const isMailDue = isDeliverable(email) && (await newsletter.isMailDue({ id, recipientId }, clock.now()));
      // While no email can be sent, known addresses are refused too, because the answer must not reveal them.
      const ask = isMailDue ? limits.take : limits.peek;
      const retryAfterSeconds = await ask('confirmation-mails', 'all', ceiling);
      if (retryAfterSeconds > 0) throw new AppError('too-many', TOO_MANY_SUBSCRIPTIONS, { retryAfterSeconds });
      if (!isMailDue) {
        await delivery.asIfNow();
        return { requiresConfirmation: true };
      }

      const shown = await site();
      const { wants } = newsletterWords(shown.name, shown.newsletter);
      const made = makeConfirmation(email, shown, wants);
      const led = fromPost !== undefined && (await traffic.isOn()) ? fromPost : null;
      const request = { ...made, id, email, recipientId, source: 'form', fromPost: led } as const;
      const mailId = await newsletter.subscribe(request, clock.now());
      await (mailId === null ? delivery.asIfNow() : delivery.now(mailId));
      return { requiresConfirmation: true };
    },

    async confirm(text) {
      const token = parseToken(text);
      const confirmed = token && (await newsletter.confirm(token, clock.now()));
      if (!confirmed) throw new AppError('bad-request', INVALID_CONFIRMATION);
      if (confirmed.isNew) await traffic.won('subscribers', confirmed.fromPost);
      return { email: confirmed.email };
    },

    async unsubscribe(text) {
      const token = parseToken(text ?? '');
      if (!token || !isSigned(config.newsletterSecret, token))
        throw new AppError('bad-request', INVALID_UNSUBSCRIPTION);
      const { issueId } = token;
      const subscription = await newsletter.unsubscribe(token.addressId, clock.now());
      const startedAt = subscription && issueId !== null ? await issueStart(issueId) : null;
      // The token's end is not signed. People who subscribed later, perhaps again, did not get the issue.
      if (issueId !== null && startedAt && (subscription?.confirmedAt ?? startedAt) <= startedAt)
        await traffic.left(issueId);
    },

    unsubscribePage(text) {
      const page = '/newsletter/unsubscribe';
      return text !== undefined && parseToken(text) ? `${page}#token=${text}` : page;
    },

    async list(viewer, page) {
      if (!isAdmin(viewer)) throw new AppError('forbidden');
      const { items, total } = await newsletter.list(page);
      return toPageBy(items.map(toSubscriber), total, page, ({ subscribedAt }) => subscribedAt);
    },
  };
}
