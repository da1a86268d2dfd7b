import {
  type Invitation,
  type InvitationInput,
  type InvitedName,
  invitationApi,
  invitedNameOf,
} from '@inkwell/shared/invitations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { Attempt } from '../../../lib/autosave/fields.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import { adminQueries } from './queries.ts';
import { showActionError } from './unauthorized.ts';

export const invitationTo = (email: string, right: InvitedName): InvitationInput =>
  right === 'moderator' ? { email, role: right } : { email, writing: right };

function useInvitationChange<Given>(
  send: (given: Given) => Promise<unknown>,
  { done, onError }: { done: (given: Given) => string; onError?: (error: Error) => void },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (_answer, given) => toastSuccess('Success', done(given)),
    ...(onError && { onError }),
    onSettled: () => client.invalidateQueries({ queryKey: adminQueries.invitations().queryKey }),
  });
}

/** Invites somebody. The same fields again are the same invitation, because a lost answer must not send two mails. */
export const useInvite = () =>
  useInvitationChange(
    ({ body, attempt }: { readonly body: InvitationInput; readonly attempt: Attempt }) =>
      call(invitationApi.create, { body }, { headers: { 'Idempotency-Key': attempt.key(JSON.stringify(body)) } }),
    { done: ({ body }) => `Invitation sent to ${body.email}` },
  );

/** Sends a new link in place of the earlier one, which ends. */
export const useInviteAgain = () =>
  useInvitationChange(
    ({ id, email, createdAt, ...right }: Invitation) =>
      call(
        invitationApi.create,
        { body: invitationTo(email, invitedNameOf(right)) },
        { headers: { 'Idempotency-Key': `again ${id} ${createdAt}` } },
      ),
    {
      done: ({ email }) => `A new link was sent to ${email}`,
      onError: (error) => showActionError('send the invitation again', error),
    },
  );

export const useRevokeInvitation = () =>
  useInvitationChange(({ id }: Invitation) => call(invitationApi.remove, { params: { id } }), {
    done: ({ email }) => `The invitation of ${email} was withdrawn`,
    onError: (error) => showActionError('withdraw the invitation', error),
  });
