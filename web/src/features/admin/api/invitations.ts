import {
  type Invitation,
  type InvitationInput,
  type InvitedName,
  invitationApi,
  invitedNameOf,
} from '@inkwell/shared/invitations';
import { call, isApiError, serverText } from '../../../lib/api.ts';
import type { Attempt } from '../../../lib/autosave/fields.ts';
import { adminQueries } from './queries.ts';
import { useStaffChange } from './staff-change.ts';

export const invitationTo = (email: string, right: InvitedName): InvitationInput =>
  right === 'moderator' ? { email, role: right } : { email, writing: right };

const STALE = [adminQueries.invitations().queryKey];

/** The result for one address; without a refusal, its invitation was sent. */
export interface InviteResult {
  readonly email: string;
  readonly refusal: string;
}

interface Invitees {
  readonly emails: readonly string[];
  readonly right: InvitedName;
  readonly attempt: Attempt;
  /** Called after each address. */
  readonly report: (result: InviteResult) => void;
}

/** Refusals that concern the address or the number of invitations. */
const refusalIn = (error: unknown): string =>
  [400, 409, 429].some((status) => isApiError(error, status)) ? serverText(error, '') : '';

/**
 * Invites people one after another, until the daily limit or another failure. Repeating an address repeats the same invitation, because a lost answer
 * must not send two emails.
 */
export const useInvite = () =>
  useStaffChange({
    async send({ emails, right, attempt, report }: Invitees) {
      for (const email of emails) {
        const body = invitationTo(email, right);
        try {
          await call(
            invitationApi.create,
            { body },
            { headers: { 'Idempotency-Key': attempt.key(JSON.stringify(body)) } },
          );
          report({ email, refusal: '' });
        } catch (error) {
          const refusal = refusalIn(error);
          if (!refusal) throw error;
          report({ email, refusal });
          if (isApiError(error, 429)) return;
        }
      }
    },
    stale: STALE,
  });

/** Sends a new link, which replaces the earlier one. */
export const useInviteAgain = () =>
  useStaffChange({
    send: ({ id, email, createdAt, ...right }: Invitation) =>
      call(
        invitationApi.create,
        { body: invitationTo(email, invitedNameOf(right)) },
        { headers: { 'Idempotency-Key': `again ${id} ${createdAt}` } },
      ),
    done: (_, { email }) => `A new link was sent to ${email}`,
    action: 'send the invitation again',
    stale: STALE,
  });

export const useRevokeInvitation = () =>
  useStaffChange({
    send: ({ id }: Invitation) => call(invitationApi.remove, { params: { id } }),
    done: (_, { email }) => `The invitation of ${email} was withdrawn`,
    action: 'withdraw the invitation',
    stale: STALE,
  });
