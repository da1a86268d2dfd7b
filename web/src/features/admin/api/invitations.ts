import {
  type Invitation,
  type InvitationInput,
  type InvitedName,
  invitationApi,
  invitedNameOf,
} from '@inkwell/shared/invitations';
import { call } from '../../../lib/api.ts';
import type { Attempt } from '../../../lib/autosave/fields.ts';
import { adminQueries } from './queries.ts';
import { useStaffChange } from './staff-change.ts';

export const invitationTo = (email: string, right: InvitedName): InvitationInput =>
  right === 'moderator' ? { email, role: right } : { email, writing: right };

const STALE = [adminQueries.invitations().queryKey];

/** Invites somebody. The same fields again are the same invitation, because a lost answer must not send two mails. */
export const useInvite = () =>
  useStaffChange({
    send: ({ body, attempt }: { readonly body: InvitationInput; readonly attempt: Attempt }) =>
      call(invitationApi.create, { body }, { headers: { 'Idempotency-Key': attempt.key(JSON.stringify(body)) } }),
    done: (_, { body }) => `Invitation sent to ${body.email}`,
    stale: STALE,
  });

/** Sends a new link in place of the earlier one, which ends. */
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
