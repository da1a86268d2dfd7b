import * as z from 'zod/mini';
import { CHANGE_RATE, endpoint } from './endpoint.ts';

/**
 * The kinds of email to an account's verified address. `answers`: replies to a comment of the reader. `comments`: on posts of the reader, combined.
 * `reviews`: steps in the review of a post. `broadcasts`: notifications to everybody that an admin also emails. `figures`: a weekly summary for staff
 * who chose it.
 */
export const PersonMailKind = z.enum(['answers', 'comments', 'reviews', 'broadcasts', 'figures']);
export type PersonMailKind = z.infer<typeof PersonMailKind>;

/** What an unsubscribe link can end. Invitations go to addresses, with or without an account. */
export const StoppedMailKind = z.enum([...PersonMailKind.options, 'invitations']);
export type StoppedMailKind = z.infer<typeof StoppedMailKind>;

export const MailChoices = z.object({
  answers: z.boolean(),
  comments: z.boolean(),
  reviews: z.boolean(),
  broadcasts: z.boolean(),
  figures: z.boolean(),
});
export type MailChoices = z.infer<typeof MailChoices>;

/** Omitted choices do not change. */
export const MailChoicesPatch = z.partial(MailChoices);
export type MailChoicesPatch = z.infer<typeof MailChoicesPatch>;

export const PERSON_MAIL_LIMITS = {
  /** The maximum number of comments, or of notes on one post, in one email. */
  gathered: 50,
  /** How long the first comment or note waits for others, and the shortest time between two emails about comments. */
  gatherMinutes: 10,
  everyMinutes: 60,
  /** How long an email that cannot be sent is retried. */
  days: 3,
} as const;

/** The notification that tells older accounts once about these choices. */
export const MAIL_NOTICE = {
  id: 'mail-about-answers',
  title: 'Get replies by email',
  message: 'Turn on email notifications in your profile.',
} as const;

const Token = z.string().check(z.minLength(1), z.maxLength(512));
/** Mail providers send this for their readers (RFC 8058), many from one address. Tokens cannot be guessed, and wrong ones cause no reads. */
const rate = { bucket: 'mail-choices', by: 'address', perMinute: 300, scope: 'instance' } as const;

export const personMailApi = {
  choices: endpoint({
    method: 'GET',
    path: '/api/mail-choices',
    access: 'signed-in',
    summary: 'Which emails the caller gets.',
    response: MailChoices,
  }),
  changeChoices: endpoint({
    method: 'PATCH',
    path: '/api/mail-choices',
    access: 'signed-in',
    invalidates: 'nothing',
    summary: 'Changes which emails the caller gets. Absent fields do not change.',
    body: MailChoicesPatch,
    response: MailChoices,
    rate: CHANGE_RATE,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/api/mail-choices/stop',
    access: 'public',
    invalidates: 'nothing',
    summary:
      'Ends one kind of mail to an account, or invitations to an address, with the token of any mail of that kind, in the body or, for one click (RFC 8058), in the query. Safe to repeat.',
    query: z.object({ token: z.optional(Token) }),
    body: z.partial(z.object({ token: Token })),
    bodyType: 'form',
    bodyOptional: true,
    response: z.object({ kind: StoppedMailKind }),
    // Mail programs send this from any origin; the token is proof enough.
    fromAnywhere: true,
    rate,
  }),
  stopLink: endpoint({
    method: 'GET',
    path: '/api/mail-choices/stop',
    access: 'public',
    summary:
      'Redirects mail programs that open the `List-Unsubscribe` address to the page that asks for confirmation; changes nothing.',
    query: z.object({ token: z.optional(Token) }),
    status: 302,
    rate,
  }),
} as const;
