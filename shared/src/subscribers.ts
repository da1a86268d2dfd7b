import * as z from 'zod/mini';
import { CHANGE_RATE, endpoint } from './endpoint.ts';
import { DocumentId, IdParams, Instant, InstantInput, PageQuery, requiredText } from './fields.ts';

export const SUBSCRIBER_LIMITS = {
  /** The number of rows of a file sent at once. */
  part: 1_000,
  parts: 100,
  source: 200,
  categories: 100,
  /** The maximum number of labels per person, and their length. */
  labels: 20,
  label: 100,
  /** The number of a person's newest consents that are kept, and their lengths. */
  consents: 20,
  consentText: 1_000,
  /** The number of weeks in the growth figures. */
  weeks: 12,
  /** The number of refused rows that are stored with their reason. */
  refused: 200,
  importDays: 30,
  fileName: 255,
  /** How long the hash of an address is kept after its owner unsubscribed, so that no import restores it. */
  leftYears: 3,
} as const;

export const SUBSCRIBER_TEXTS = {
  unverified: 'Confirm the email address of your account first',
  noAddress: 'Your account has no email address',
  link: 'This link does not work any more. Subscribe again, and each mail brings a new one.',
  parts: 'A part of the file did not arrive. Please import it again.',
  undated: 'Some rows have no date. Enter when these people confirmed.',
} as const;

/** The choices of a subscriber: issues of the newsletter, the weekly digest of new posts. */
export const SubscriberWant = z.enum(['newsletter', 'digest']);
export type SubscriberWant = z.infer<typeof SubscriberWant>;

/** Wanting nothing means unsubscribing. `categories` narrows both; null for all. */
export const SubscriberChoices = z.object({
  wants: z.array(SubscriberWant).check(z.maxLength(2)),
  categories: z.nullable(z.array(z.int()).check(z.maxLength(SUBSCRIBER_LIMITS.categories))),
});
export type SubscriberChoices = z.infer<typeof SubscriberChoices>;

/** The choices behind an email's link. */
export const LinkedChoices = z.object({
  ...SubscriberChoices.shape,
  /** The first character of the address, and its provider. */
  emailHint: z.string(),
  /** Whether the publication sends a weekly digest. */
  isDigestOn: z.boolean(),
});
export type LinkedChoices = z.infer<typeof LinkedChoices>;

/** The subscription of the caller's own address. */
export const OwnSubscription = z.object({
  ...SubscriberChoices.shape,
  email: z.nullable(z.string()),
  isVerified: z.boolean(),
  isSubscribed: z.boolean(),
  isDigestOn: z.boolean(),
});
export type OwnSubscription = z.infer<typeof OwnSubscription>;

/** A subscriber with choices and consents, oldest consent first. */
export const SubscriberDetails = z.object({
  ...SubscriberChoices.shape,
  id: z.string(),
  email: z.string(),
  isConfirmed: z.boolean(),
  subscribedAt: z.nullable(Instant),
  confirmedAt: z.nullable(Instant),
  hasAccount: z.boolean(),
  /** Their labels in another product, from an import. */
  labels: z.array(z.string()),
  consents: z.array(z.object({ at: Instant, text: z.string(), source: z.string() })),
});
export type SubscriberDetails = z.infer<typeof SubscriberDetails>;

/** Weeks begin on Monday in UTC, newest first. */
export const SubscriberGrowth = z.object({
  confirmed: z.int(),
  pending: z.int(),
  digest: z.int(),
  weeks: z.array(
    z.object({
      /** Its Monday, `YYYY-MM-DD`. */
      from: z.string(),
      /** Subscribers who confirmed in that week and are still subscribed. */
      joined: z.int(),
      left: z.int(),
    }),
  ),
});
export type SubscriberGrowth = z.infer<typeof SubscriberGrowth>;

const Source = requiredText(SUBSCRIBER_LIMITS.source, {
  required: 'Say where these people agreed',
  tooLong: `Say it in at most ${SUBSCRIBER_LIMITS.source} characters`,
});

/** A row of a file; `line` counts from 1. Its own time and source override those of the import. */
export const ImportRow = z.object({
  line: z.int().check(z.minimum(1)),
  email: z.string().check(z.maxLength(500)),
  at: z.optional(InstantInput),
  source: z.optional(Source),
});
export type ImportRow = z.infer<typeof ImportRow>;

/** How the people in a file consented: elsewhere, as an admin states, or not yet, so that an email asks them. `at` is for rows without a time. */
export const ImportConsent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('confirmed'), at: z.optional(InstantInput), source: Source }),
  z.object({ kind: z.literal('ask'), source: Source }),
]);
export type ImportConsent = z.infer<typeof ImportConsent>;

const ImportBegin = z.object({
  parts: z.int().check(z.minimum(1), z.maximum(SUBSCRIBER_LIMITS.parts)),
  consent: ImportConsent,
  /** The name in the activity. */
  fileName: z.optional(z.string().check(z.maxLength(SUBSCRIBER_LIMITS.fileName))),
});
export type ImportBegin = z.infer<typeof ImportBegin>;

export const SubscriberImport = z.object({
  id: DocumentId,
  kind: z.enum(['confirmed', 'ask']),
  isDone: z.boolean(),
  total: z.int(),
  done: z.int(),
  /** Subscribed, or asked by email. */
  added: z.int(),
  /** People who were already subscribed or asked. */
  known: z.int(),
  refused: z.int(),
  /** The first ones. */
  refusedRows: z.array(z.object({ line: z.int(), email: z.string(), reason: z.string() })),
});
export type SubscriberImport = z.infer<typeof SubscriberImport>;

const Token = z.string().check(z.minLength(1), z.maxLength(512));
const linkRate = { bucket: 'newsletter', by: 'address', perMinute: 300, scope: 'instance' } as const;

export const subscriberApi = {
  openChoices: endpoint({
    method: 'POST',
    path: '/api/newsletter/choices/open',
    access: 'public',
    invalidates: 'nothing',
    summary: "A subscriber's choices, by the token of any newsletter email.",
    body: z.object({ token: Token }),
    response: LinkedChoices,
    rate: linkRate,
  }),
  changeChoices: endpoint({
    method: 'PATCH',
    path: '/api/newsletter/choices',
    access: 'public',
    invalidates: 'nothing',
    summary:
      'Changes what a subscriber gets, by the token of any mail; nothing wanted ends the subscription. Safe to repeat.',
    body: z.object({ token: Token, ...SubscriberChoices.shape }),
    response: LinkedChoices,
    rate: linkRate,
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/newsletter/own',
    access: 'signed-in',
    summary: "The subscription of the caller's own address.",
    response: OwnSubscription,
  }),
  changeOwn: endpoint({
    method: 'PUT',
    path: '/api/newsletter/own',
    access: 'signed-in',
    invalidates: 'nothing',
    summary:
      "Subscribes the verified address of the caller's account, changes what it gets, or ends the subscription where nothing is wanted. Safe to repeat.",
    body: SubscriberChoices,
    response: OwnSubscription,
    rate: CHANGE_RATE,
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/admin/newsletter/subscribers/search',
    access: 'admin',
    scope: 'subscribers:read',
    summary:
      'Subscribers with their choices and consents, sorted by address. `q` filters by the beginning of the address.',
    query: z.extend(PageQuery, { q: z.optional(z.string().check(z.trim(), z.maxLength(254))) }),
    response: z.array(SubscriberDetails),
    paged: true,
  }),
  growth: endpoint({
    method: 'GET',
    path: '/api/admin/newsletter/growth',
    access: 'admin',
    scope: 'subscribers:read',
    summary: `The number of subscribers, and how many joined and left in each of the last ${SUBSCRIBER_LIMITS.weeks} weeks.`,
    response: SubscriberGrowth,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/newsletter/subscribers/:id',
    access: 'admin',
    invalidates: 'nothing',
    summary: 'Ends a subscription and deletes its address. Safe to repeat.',
    params: IdParams,
  }),
  importPart: endpoint({
    method: 'PUT',
    path: '/api/admin/newsletter/imports/:id/parts/:part',
    access: 'admin',
    invalidates: 'nothing',
    summary: `Stores up to ${SUBSCRIBER_LIMITS.part} rows of an import, whose id the caller chooses. Nothing is imported before the import begins. All parts except the last must be full. Safe to repeat.`,
    params: z.object({ id: DocumentId, part: z.string().check(z.regex(/^\d{1,2}$/)) }),
    body: z.object({ rows: z.array(ImportRow).check(z.minLength(1), z.maxLength(SUBSCRIBER_LIMITS.part)) }),
  }),
  beginImport: endpoint({
    method: 'POST',
    path: '/api/admin/newsletter/imports/:id',
    access: 'admin',
    invalidates: 'nothing',
    summary:
      'Begins an import whose parts are stored; a job carries it out. Without a time of consent, each row needs its own. Safe to repeat.',
    params: IdParams,
    body: ImportBegin,
    response: SubscriberImport,
    status: 201,
  }),
  importState: endpoint({
    method: 'GET',
    path: '/api/admin/newsletter/imports/:id',
    access: 'admin',
    summary: 'The progress of an import, and its refused rows.',
    params: IdParams,
    response: SubscriberImport,
  }),
} as const;
