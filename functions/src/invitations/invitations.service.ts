import { AppError } from '@inkwell/shared/errors';
import { personName } from '@inkwell/shared/format';
import {
  hasInvitedRight,
  INVITATION_LIMITS,
  INVITATION_TEXTS,
  type Invitation,
  type InvitationInput,
  type InvitationStanding,
  type InvitationState,
  type InvitedRight,
  type OpenedInvitation,
} from '@inkwell/shared/invitations';
import { type Actor, canInvite, type Viewer } from '@inkwell/shared/permissions';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import type { User } from '@inkwell/shared/users';
import type { Clock } from '../common/clock.ts';
import { type Page, type PageRequest, toPage } from '../common/paging.ts';
import { requestSeed } from '../common/request-seed.ts';
import type { LimitRepository } from '../limits/limits.repository.ts';
import type { Delivery } from '../mail/delivery.service.ts';
import { stopToken } from '../mail/stop-tokens.ts';
import { addressIdOf, isProvenBy, newToken, normalizeEmail, parseToken } from '../mail/tokens.ts';
import type { Account } from '../users/accounts.service.ts';
import { type StoredUser, toUser } from '../users/users.converter.ts';
import type { UserRepository } from '../users/users.repository.ts';
import { invitationMail } from './invitation-mail.ts';
import type { StoredInvitation } from './invitations.converter.ts';
import { type InvitationRepository, isVouchedFor } from './invitations.repository.ts';
import { provesAddress } from './proof.ts';

const DAY_MS = 86_400_000;
const CEILING = { calls: INVITATION_LIMITS.perDay, windowMs: DAY_MS };

export interface SignedUpAddress {
  readonly email: string | null;
  readonly isVerified: boolean;
  /** When the account signed up, in whole seconds. */
  readonly createdAt: Date;
}

interface Dependencies {
  readonly invitations: InvitationRepository;
  readonly users: Pick<UserRepository, 'find' | 'findMany' | 'findByEmail'>;
  readonly limits: Pick<LimitRepository, 'take'>;
  readonly delivery: Pick<Delivery, 'now'>;
  /** The account's current state in Auth, which its token may not have yet. */
  readonly addressOf: (userId: string) => Promise<SignedUpAddress>;
  /** The name and addresses in emails. */
  readonly site: () => Promise<SiteSettings>;
  /** Without a final slash. */
  readonly siteUrl: string;
  /** The key that makes repeated requests derive the same token. */
  readonly secret: string;
  readonly clock: Clock;
}

export interface InvitationService {
  /** Newest first, with addresses. @throws AppError `forbidden`, like `create` and `remove` */
  list(viewer: Viewer, page: PageRequest): Promise<Page<Invitation>>;
  /**
   * Emails a link, once for each `key`. An earlier link for the address stops working.
   * @throws AppError `conflict` if the address has an account that needs no invitation or is blocked; `too-many`
   */
  create(actor: Account, input: InvitationInput, key?: string | null): Promise<Invitation>;
  /** Ends the link. Safe to repeat. @throws AppError `conflict` if it was accepted */
  remove(actor: Actor, id: string): Promise<void>;
  /** The invitation as the caller sees it. @throws AppError `not-found` for links that do not work */
  open(viewer: Viewer, token: string): Promise<OpenedInvitation>;
  /**
   * Safe to repeat. Confirms the address of an account that signed up with it after the invitation.
   * @throws AppError `not-found` with the same text for invalid links and for other people than the invited one; `forbidden` until the address is
   * confirmed
   */
  accept(actor: Actor, token: string): Promise<User>;
}

const notFound = () => new AppError('not-found', INVITATION_TEXTS.invalid);

/** The first character of the address and its provider. */
const hintOf = (email: string): string => `${[...email][0]}…${email.slice(email.lastIndexOf('@'))}`;

/** A name on one line, but never an address. */
const publicName = (person: StoredUser | null): string | null =>
  (person?.displayName ?? person?.firstName)?.replace(/\s+/g, ' ') || null;

export function createInvitationService(dependencies: Dependencies): InvitationService {
  const { invitations, users, limits, delivery, addressOf, site, siteUrl, secret, clock } = dependencies;

  function stateOf(invitation: StoredInvitation, inviter: StoredUser | null | undefined): InvitationState {
    if (invitation.acceptedBy !== null) return 'accepted';
    if (invitation.expireAt <= clock.now()) return 'expired';
    return isVouchedFor(invitation, inviter) ? 'open' : 'ended';
  }

  function toInvitation(invitation: StoredInvitation, inviter: StoredUser | null | undefined): Invitation {
    const { id, email, role, writing, createdAt, expireAt } = invitation;
    return {
      id,
      email,
      role,
      writing,
      state: stateOf(invitation, inviter),
      invitedBy: personName(inviter ?? { firstName: null }),
      createdAt: createdAt.toISOString(),
      expiresAt: expireAt.toISOString(),
    };
  }

  async function checkAccount(email: string, right: InvitedRight): Promise<void> {
    const account = await users.findByEmail(normalizeEmail(email));
    if (account?.isBlocked) throw new AppError('conflict', INVITATION_TEXTS.isBlocked);
    if (account && hasInvitedRight(account, right)) throw new AppError('conflict', INVITATION_TEXTS.hasRight);
  }

  async function standingOf(viewer: Viewer, invitation: StoredInvitation): Promise<InvitationStanding> {
    if (invitation.acceptedBy !== null) return invitation.acceptedBy === viewer?.id ? 'accepted' : 'used';
    if (invitation.expireAt <= clock.now()) return 'expired';
    if (!viewer) return 'visitor';
    const own = await addressOf(viewer.id);
    if (own.email === null || addressIdOf(own.email) !== invitation.id) return 'other-address';
    return own.isVerified || provesAddress(invitation, { ...own, email: own.email }) ? 'ready' : 'unverified';
  }

  return {
    async list(viewer, page) {
      if (!canInvite(viewer)) throw new AppError('forbidden');
      const { items, total } = await invitations.list(page);
      const inviters = await users.findMany(items.map(({ createdBy }) => createdBy));
      const shown = items.map((item) => toInvitation(item, inviters.get(item.createdBy)));
      return { ...toPage(shown, total, page), documents: 1 + items.length + inviters.size };
    },

    async create(actor, { email, role = null, writing = null }, key = null) {
      if (!canInvite(actor)) throw new AppError('forbidden');
      const right = { role, writing };
      await checkAccount(email, right);
      const retryAfterSeconds = await limits.take('invitations', 'all', CEILING);
      if (retryAfterSeconds > 0) throw new AppError('too-many', INVITATION_TEXTS.full, { retryAfterSeconds });

      const id = addressIdOf(email);
      const token = newToken(
        id,
        key === null ? undefined : requestSeed(secret, 'invitation', actor.id, email, right, key),
      );
      const invitedBy = publicName(actor);
      const stop = stopToken(secret, { id, kind: 'invitations' });
      const mail = invitationMail({
        to: email,
        site: await site(),
        siteUrl,
        token: token.text,
        stop,
        right,
        invitedBy,
      });
      const createdAt = clock.now();
      const expireAt = new Date(createdAt.getTime() + INVITATION_LIMITS.days * DAY_MS);
      const answer = await invitations.replace(
        { id, email, ...right, tokenHash: token.hash, createdBy: actor.id, createdAt, expireAt },
        mail,
      );
      if ('invitation' in answer) {
        await delivery.now(answer.mailId);
        return toInvitation(answer.invitation, actor);
      }
      if (answer.refused === 'unwanted') throw new AppError('conflict', INVITATION_TEXTS.isUnwanted);
      if (answer.refused === 'over') throw new AppError('conflict', INVITATION_TEXTS.isOver);
      throw new AppError('forbidden');
    },

    async remove(actor, id) {
      if (!canInvite(actor)) throw new AppError('forbidden');
      const isRemoved = await invitations.remove(id, { actorId: actor.id, at: clock.now() });
      if (!isRemoved) throw new AppError('conflict', INVITATION_TEXTS.isAccepted);
    },

    async open(viewer, text) {
      const token = parseToken(text);
      const invitation = token && (await invitations.find(token.addressId));
      if (!token || !invitation || !isProvenBy(invitation.tokenHash, token)) throw notFound();
      const inviter = await users.find(invitation.createdBy);
      const standing = await standingOf(viewer, invitation);
      if (standing !== 'accepted' && standing !== 'used' && !isVouchedFor(invitation, inviter)) throw notFound();
      const { email, role, writing, expireAt } = invitation;
      return {
        role,
        writing,
        invitedBy: publicName(inviter),
        emailHint: hintOf(email),
        standing,
        expiresAt: expireAt.toISOString(),
      };
    },

    async accept(actor, text) {
      const token = parseToken(text);
      const own = await addressOf(actor.id);
      // Other callers cost no reads: they get the same answer for all links, equally fast.
      if (!token || own.email === null || addressIdOf(own.email) !== token.addressId) throw notFound();
      const unconfirmed = own.isVerified ? null : { email: own.email, createdAt: own.createdAt };
      const account = await invitations.accept(token, { id: actor.id, unconfirmed }, clock.now());
      if (!account && unconfirmed) throw new AppError('forbidden', INVITATION_TEXTS.unverified);
      if (!account) throw notFound();
      return toUser(account, clock.now());
    },
  };
}
