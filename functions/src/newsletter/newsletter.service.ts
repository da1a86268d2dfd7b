import { AppError } from '@inkwell/shared/errors';
import type { Subscriber } from '@inkwell/shared/newsletter';
import { isAdmin, type Viewer } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import { type Page, type PageRequest, toPage } from '../common/paging.ts';
import { confirmationMail } from './confirmation-mail.ts';
import { toSubscriber } from './newsletter.converter.ts';
import type { NewsletterRepository } from './newsletter.repository.ts';
import { isSigned, newConfirmationToken, parseToken, subscriberIdOf, unsubscribeToken } from './tokens.ts';

const INVALID_CONFIRMATION = 'This confirmation link is invalid, expired or already used. Please subscribe again.';
const INVALID_UNSUBSCRIPTION = 'This unsubscribe link is invalid.';

export interface NewsletterService {
  /** Asks the address to confirm. The answer is the same whether it was known, waiting or confirmed. */
  subscribe(email: string): Promise<{ requiresConfirmation: boolean }>;
  /** Works once and for 7 days. @throws AppError `bad-request` */
  confirm(token: string): Promise<{ email: string }>;
  /** Safe to repeat. @throws AppError `bad-request` when the token was not made here */
  unsubscribe(token: string | undefined): Promise<void>;
  /** Address of the page that unsubscribes with the token; whether it is good shows there. */
  unsubscribePage(token: string | undefined): string;
  /** Newest first. @throws AppError `forbidden` for others than admins */
  list(viewer: Viewer, page: PageRequest): Promise<Page<Subscriber>>;
}

export function createNewsletterService({
  newsletter,
  clock,
  config,
}: {
  newsletter: NewsletterRepository;
  clock: Clock;
  config: {
    /** Address of the site without a slash at its end, for links in mails. */
    readonly siteUrl: string;
    /** Key of the signatures in unsubscribe links. */
    readonly newsletterSecret: string;
  };
}): NewsletterService {
  return {
    async subscribe(email) {
      const id = subscriberIdOf(email);
      const token = newConfirmationToken(id);
      const mail = confirmationMail({
        to: email,
        siteUrl: config.siteUrl,
        confirmationToken: token.text,
        unsubscribeToken: unsubscribeToken(config.newsletterSecret, id),
      });
      await newsletter.subscribe({ id, email, tokenHash: token.hash, mail }, clock.now());
      return { requiresConfirmation: true };
    },

    async confirm(text) {
      const token = parseToken(text);
      const email = token && (await newsletter.confirm(token, clock.now()));
      if (!email) throw new AppError('bad-request', INVALID_CONFIRMATION);
      return { email };
    },

    async unsubscribe(text) {
      const token = parseToken(text ?? '');
      if (!token || !isSigned(config.newsletterSecret, token))
        throw new AppError('bad-request', INVALID_UNSUBSCRIPTION);
      await newsletter.unsubscribe(token.subscriberId, clock.now());
    },

    unsubscribePage(text) {
      const page = '/newsletter/unsubscribe';
      return text !== undefined && parseToken(text) ? `${page}#token=${text}` : page;
    },

    async list(viewer, page) {
      if (!isAdmin(viewer)) throw new AppError('forbidden');
      const { items, total } = await newsletter.list(page);
      // The order is by subscription, so that is what the next page goes on from.
      const listed = items.map((item) => ({
        ...toSubscriber(item),
        createdAt: item.subscribedAt?.toISOString() ?? '',
      }));
      const answer = toPage(listed, total, page);
      return { ...answer, items: answer.items.map(({ createdAt: _, ...subscriber }) => subscriber) };
    },
  };
}
