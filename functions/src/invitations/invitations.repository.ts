import { hasInvitedRight, type InvitedRight } from '@inkwell/shared/invitations';
import type { Firestore } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import type { PageRequest } from '../common/paging.ts';
import { clearExpired } from '../firestore/clear-expired.ts';
import { readNewest } from '../firestore/newest.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { createJobTable } from '../jobs/jobs.repository.ts';
import { queueMail } from '../mail/mail.repository.ts';
import type { Mail } from '../mail/mail.ts';
import { isProvenBy, type Token } from '../mail/tokens.ts';
import { createRightTable } from '../users/rights.repository.ts';
import { decodeUser, type StoredUser } from '../users/users.converter.ts';
import { confirmAddressJob } from './confirm-address.job.ts';
import {
  decodeInvitation,
  encodeInvitation,
  encodeRefusal,
  isRefusal,
  type StoredInvitation,
} from './invitations.converter.ts';
import { provesAddress, type UnconfirmedAddress } from './proof.ts';

export type NewInvitation = Omit<StoredInvitation, 'acceptedBy'>;

export interface InvitationRepository {
  /** Reads 1 document. */
  find(id: string): Promise<StoredInvitation | null>;
  /**
   * Stores an invitation, replacing an earlier one of the address, and queues its email, in one transaction that checks that the actor is an admin. A
   * repeat with the same token sends nothing. `over`: the invitation was withdrawn or replaced meanwhile; `unwanted`: the address refused
   * invitations. Reads 3 documents, writes 3.
   */
  replace(
    invitation: NewInvitation,
    mail: Mail,
  ): Promise<
    | { readonly invitation: StoredInvitation; readonly mailId: string }
    | { readonly refused: 'actor-not-admin' | 'over' | 'unwanted' }
  >;
  /** Deletes an invitation. Safe to repeat. @returns false for an accepted one, which is kept. Reads 1 document, writes 2 if it existed. */
  remove(id: string, by: { actorId: string; at: Date }): Promise<boolean>;
  /**
   * Gives an account the right of its invitation, unless it already has as much, and marks the invitation as used. A repeat by the same account
   * changes nothing. The invitation must prove an unconfirmed address, which the function `work` then confirms. Safe under parallel calls. Reads 3
   * documents, writes at most 5. @returns the account; null if the link does not work for it
   */
  accept(
    token: Token,
    by: { id: string; unconfirmed: UnconfirmedAddress | null },
    at: Date,
  ): Promise<StoredUser | null>;
  /** Ends an address's invitation and refuses all further ones. Safe to repeat. Writes 1 document. */
  refuse(id: string, at: Date): Promise<void>;
  /** A page, newest first. Reads the page and 1 aggregation. */
  list(page: PageRequest): Promise<{ items: StoredInvitation[]; total: number }>;
  /** Deletes expired invitations. Safe to repeat and to interrupt. @returns how many */
  clearExpired(at: Date): Promise<number>;
}

/** Whether the sender has been an admin ever since, because only admins may give rights. */
export const isVouchedFor = ({ createdAt }: StoredInvitation, inviter: StoredUser | null | undefined): boolean =>
  inviter?.role === 'admin' &&
  !inviter.isBlocked &&
  (inviter.invitationsEndedAt === null || inviter.invitationsEndedAt < createdAt);

const rightIn = ({ role, writing }: InvitedRight) => (role === null ? { writing } : { role });

export function createInvitationRepository(db: Firestore): InvitationRepository {
  const invitations = db.collection('invitations');
  const users = db.collection('users');
  const rights = createRightTable(db);
  const jobs = createJobTable(db);

  return {
    find: async (id) => decodeInvitation(await invitations.doc(id).get()),

    replace: (invitation, mail) =>
      runTransaction(db, async (transaction) => {
        const { id, createdBy: actorId, createdAt: at, expireAt } = invitation;
        const mailId = `invitation-${invitation.tokenHash}`;
        const refs = [invitations.doc(id), users.doc(actorId), db.doc(`mail/${mailId}`)] as const;
        const [earlierDocument, actorDocument, sent] = await transaction.getAll(...refs);
        const earlier = earlierDocument ? decodeInvitation(earlierDocument) : null;
        const actor = actorDocument ? decodeUser(actorDocument) : null;
        if (actor?.role !== 'admin' || actor.isBlocked) return { refused: 'actor-not-admin' };
        if (earlierDocument && isRefusal(earlierDocument)) return { refused: 'unwanted' };
        if (earlier?.tokenHash === invitation.tokenHash) return { invitation: earlier, mailId };
        if (sent?.exists) return { refused: 'over' };

        const stored = { ...invitation, acceptedBy: null };
        transaction.set(invitations.doc(id), encodeInvitation(stored));
        queueMail(db, transaction, { id: mailId, kind: 'invitation', mail, at, expireAt });
        const entry = {
          actorId,
          action: 'invitation.create',
          target: `invitations/${id}`,
          name: stored.email,
        } as const;
        const before = earlier && { ...rightIn(earlier), expireAt: earlier.expireAt };
        appendAudit(db, transaction, { ...entry, before, after: { ...rightIn(stored), expireAt } }, at);
        return { invitation: stored, mailId };
      }),

    remove: (id, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const invitation = decodeInvitation(await transaction.get(invitations.doc(id)));
        if (!invitation) return true;
        if (invitation.acceptedBy !== null) return false;
        transaction.delete(invitations.doc(id));
        const entry = {
          actorId,
          action: 'invitation.revoke',
          target: `invitations/${id}`,
          name: invitation.email,
        } as const;
        const before = { ...rightIn(invitation), expireAt: invitation.expireAt };
        appendAudit(db, transaction, { ...entry, before, after: null }, at);
        return true;
      }),

    accept: (token, { id: accountId, unconfirmed }, at) =>
      runTransaction(db, async (transaction) => {
        const ref = invitations.doc(token.addressId);
        const invitation = decodeInvitation(await transaction.get(ref));
        if (!invitation || !isProvenBy(invitation.tokenHash, token)) return null;
        const people = await transaction.getAll(users.doc(accountId), users.doc(invitation.createdBy));
        const [account, inviter] = people.map(decodeUser);
        if (!account || account.isBlocked) return null;
        if (invitation.acceptedBy !== null) return invitation.acceptedBy === accountId ? account : null;
        if (invitation.expireAt <= at || !isVouchedFor(invitation, inviter)) return null;
        if (unconfirmed) {
          if (!provesAddress(invitation, unconfirmed)) return null;
          jobs.add(transaction, confirmAddressJob(invitation, accountId), at);
        }

        transaction.update(ref, { acceptedBy: accountId });
        const { role, writing, createdBy: onBehalfOf, email: name } = invitation;
        const by = { actorId: accountId, onBehalfOf, at };
        const had = { role: account.role, writing: account.writing };
        let after = account;
        if (!hasInvitedRight(account, invitation)) {
          if (role !== null) after = rights.setRole(transaction, account, role, by);
          else if (writing !== null) after = rights.setWriting(transaction, account, writing, by);
        }
        appendAudit(
          db,
          transaction,
          {
            actorId: accountId,
            onBehalfOf,
            action: 'invitation.accept',
            target: `invitations/${invitation.id}`,
            name,
            before: had,
            after: { role: after.role, writing: after.writing },
          },
          at,
        );
        return after;
      }),

    async refuse(id, at) {
      await invitations.doc(id).set(encodeRefusal(at));
    },

    list: (page) => readNewest(invitations, 'createdAt', page, decodeInvitation),

    clearExpired: (at) => clearExpired(invitations, at),
  };
}
