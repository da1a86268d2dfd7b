import * as z from 'zod/mini';
import { INVALID_EMAIL, isDeliverable } from './email-address.ts';
import { endpoint } from './endpoint.ts';
import { IdParams, Instant, PageQuery } from './fields.ts';
import { NewsletterEmail, NewsletterToken } from './newsletter.ts';
import { isStaff } from './permissions.ts';
import type { Role } from './roles.ts';
import { User } from './users.ts';
import { Writing } from './writing.ts';

/** The number of days that a link works, and of invitations that all people together may email in a day. A form sends no more at once. */
export const INVITATION_LIMITS = { days: 7, perDay: 50 } as const;

const ONE_RIGHT = 'Please say either the role or the right to write';
const NOT_BY_INVITATION = 'Invitations make moderators, authors and contributors, and never administrators';

export const INVITATION_TEXTS = {
  full: `At most ${INVITATION_LIMITS.perDay} invitations can be sent within a day. Please try again later.`,
  hasRight: 'Somebody with this address has an account that may do this already',
  isBlocked: 'The account with this address is blocked. Unblock it before you invite it.',
  isUnwanted:
    'Whoever has this address wants no more invitations. They can still sign up; what they may do is changed in the list of users.',
  isAccepted: 'This invitation was accepted already. Change what the account may do in the list of users.',
  isOver: 'This invitation was withdrawn or replaced meanwhile',
  invalid: 'This invitation does not work, or not any more.',
  unverified: 'Please confirm your email address, then accept the invitation',
} as const;

/** The right that an invitation gives: a staff role, or a right to write. */
const InvitedRole = z.enum(['moderator'], NOT_BY_INVITATION);
const InvitedWriting = z.enum(['contributor', 'author'], NOT_BY_INVITATION);

export const InvitedRight = z.object({ role: z.nullable(InvitedRole), writing: z.nullable(InvitedWriting) });
export type InvitedRight = z.infer<typeof InvitedRight>;

/** The names of the rights in an invitation's email, on its page and in the admins' list. */
export const INVITED_WORDS = {
  moderator: {
    as: 'as a moderator',
    may: 'Moderators write and publish all posts and pages, and look after comments.',
  },
  author: { as: 'as an author', may: 'Authors write posts of their own and publish them.' },
  contributor: {
    as: 'as a contributor',
    may: 'Contributors write posts of their own, which an editor publishes.',
  },
} as const;
export type InvitedName = keyof typeof INVITED_WORDS;

/** The name of the right that is not null. */
export const invitedNameOf = ({ role, writing }: InvitedRight): InvitedName => role ?? writing ?? 'contributor';

/** Whether an account already has at least the right of an invitation, so that accepting it never takes rights away. */
export const hasInvitedRight = (
  account: { readonly id: string; readonly role: Role; readonly writing: Writing },
  { role, writing }: InvitedRight,
): boolean => {
  const rank = (right: Writing | null) => (right === null ? -1 : Writing.options.indexOf(right));
  return isStaff(account) || (role === null && rank(account.writing) >= rank(writing));
};

export const InvitationInput = z
  .object({
    email: NewsletterEmail.check(z.refine(isDeliverable, INVALID_EMAIL)),
    role: z.optional(InvitedRole),
    writing: z.optional(InvitedWriting),
  })
  .check(z.refine(({ role, writing }) => (role === undefined) !== (writing === undefined), ONE_RIGHT));
export type InvitationInput = z.infer<typeof InvitationInput>;

/** `ended`: the sender was demoted meanwhile. */
export const InvitationState = z.enum(['open', 'accepted', 'expired', 'ended']);
export type InvitationState = z.infer<typeof InvitationState>;

/** An invitation as shown to admins, who may see addresses. */
export const Invitation = z.extend(InvitedRight, {
  id: z.string(),
  email: z.string(),
  state: InvitationState,
  invitedBy: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
});
export type Invitation = z.infer<typeof Invitation>;

/**
 * The state of a link for the person who opens it: not signed in, signed in with another address, with the invited address unconfirmed, or `ready`.
 * `accepted`: by this account; `used`: by another.
 */
export const InvitationStanding = z.enum([
  'visitor',
  'other-address',
  'unverified',
  'ready',
  'accepted',
  'used',
  'expired',
]);
export type InvitationStanding = z.infer<typeof InvitationStanding>;

/** An invitation as shown to everybody with the link. */
export const OpenedInvitation = z.extend(InvitedRight, {
  /** Null for an account without a name, because addresses are for admins only. */
  invitedBy: z.nullable(z.string()),
  /** Enough of the invited address for its owner to recognize it: `a…@example.com`. */
  emailHint: z.string(),
  standing: InvitationStanding,
  expiresAt: Instant,
});
export type OpenedInvitation = z.infer<typeof OpenedInvitation>;

export const invitationApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/invitations',
    access: 'admin',
    summary: 'Recent invitations, newest first, with their state.',
    query: PageQuery,
    response: z.array(Invitation),
    paged: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/invitations',
    access: 'admin',
    invalidates: 'nothing',
    summary: `Emails a link that gives the owner of an address a role or a right to write, once and within ${INVITATION_LIMITS.days} days. Replaces an earlier invitation of the address. 409 if its account already has the right, or is blocked; 429 after ${INVITATION_LIMITS.perDay} in a day.`,
    body: InvitationInput,
    response: Invitation,
    status: 201,
    mayConflict: true,
    rate: { bucket: 'invitation', by: 'user', perMinute: 60, scope: 'instance' },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/invitations/:id',
    access: 'admin',
    invalidates: 'nothing',
    summary: 'Withdraws an invitation: its link ends. Safe to repeat; 409 if it was accepted.',
    params: IdParams,
    mayConflict: true,
  }),
  open: endpoint({
    method: 'POST',
    path: '/api/invitations/open',
    access: 'public',
    invalidates: 'nothing',
    summary:
      'What the link of an invitation gives, and what its reader still has to do. 404 for all links that do not work.',
    body: NewsletterToken,
    response: OpenedInvitation,
    rate: { bucket: 'invitation-open', by: 'address', perMinute: 60, scope: 'instance' },
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/invitations/accept',
    access: 'signed-in',
    invalidates: 'nothing',
    summary:
      'Gives the caller what the invitation says, unless they have more. Safe to repeat. Accepting confirms the address of an account that signed up with it after the invitation; for others 403 until it is confirmed. 404 for all others and for all links that do not work.',
    body: NewsletterToken,
    response: User,
    rate: { bucket: 'invitation-accept', by: 'user', perMinute: 20, scope: 'instance' },
  }),
} as const;
