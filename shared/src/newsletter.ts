import * as z from 'zod/mini';
import { INVALID_EMAIL, isEmailAddress, LONGEST_EMAIL } from './email-address.ts';
import { endpoint } from './endpoint.ts';
import { DocumentId, Instant, PageQuery, withoutUnseen } from './fields.ts';

export const NEWSLETTER_LIMITS = { confirmationDays: 7, mailsPerRecipientAndHour: 1 } as const;

export const TOO_MANY_SUBSCRIPTIONS = 'Too many people are subscribing right now. Please try again later.';

/** A trimmed address without invisible characters. */
export const NewsletterEmail = z.string(INVALID_EMAIL).check(
  z.overwrite((email) => withoutUnseen(email).trim()),
  z.maxLength(LONGEST_EMAIL, INVALID_EMAIL),
  z.refine(isEmailAddress, INVALID_EMAIL),
);

/** `postId`: the post whose form was used. */
export const Subscription = z.object({ email: NewsletterEmail, postId: z.catch(z.optional(DocumentId), undefined) });

export const SubscriptionAnswer = z.object({ requiresConfirmation: z.boolean() });

export const NewsletterToken = z.object({ token: z.string().check(z.minLength(1), z.maxLength(512)) });

export const Subscriber = z.object({
  id: z.string(),
  email: z.string(),
  isConfirmed: z.boolean(),
  subscribedAt: z.nullable(Instant),
});
export type Subscriber = z.infer<typeof Subscriber>;

/** Mail providers send this for their readers (RFC 8058), many from one address. Tokens cannot be guessed, and wrong ones cause no reads. */
const rate = { bucket: 'newsletter', by: 'address', perMinute: 300, scope: 'instance' } as const;

export const newsletterApi = {
  subscribe: endpoint({
    method: 'POST',
    path: '/api/newsletter/subscribe',
    access: 'public',
    invalidates: 'nothing',
    summary:
      'Subscribes an address and mails a link that confirms it. The answer never tells whether the address was known.',
    body: Subscription,
    response: SubscriptionAnswer,
    rate: { bucket: 'newsletter-subscribe', by: 'site', perHour: 20, scope: 'everywhere' },
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/newsletter/confirm',
    access: 'public',
    invalidates: 'nothing',
    summary: 'Confirms a subscription with the token of the email, which works for 7 days. Safe to repeat.',
    body: NewsletterToken,
    response: z.object({ email: z.string() }),
    rate,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/newsletter/unsubscribe',
    access: 'public',
    invalidates: 'nothing',
    summary:
      'Ends a subscription with the token of any mail, in the body or, for one-click unsubscription (RFC 8058), in the query.',
    query: z.object({ token: z.optional(NewsletterToken.shape.token) }),
    body: z.partial(NewsletterToken),
    bodyType: 'form',
    bodyOptional: true,
    // Mail programs send this from any origin; the token is proof enough.
    fromAnywhere: true,
    rate,
  }),
  unsubscribeLink: endpoint({
    method: 'GET',
    path: '/api/newsletter/unsubscribe',
    access: 'public',
    summary:
      'Redirects mail programs that open the `List-Unsubscribe` address to the page that asks for confirmation; changes nothing.',
    query: z.object({ token: z.optional(NewsletterToken.shape.token) }),
    status: 302,
    rate,
  }),
  subscribers: endpoint({
    method: 'GET',
    path: '/api/admin/newsletter/subscribers',
    access: 'admin',
    scope: 'subscribers:read',
    summary: 'Subscribers, newest first.',
    query: PageQuery,
    response: z.array(Subscriber),
    paged: true,
  }),
} as const;
