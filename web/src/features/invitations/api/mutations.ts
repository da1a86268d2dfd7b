import { invitationApi } from '@inkwell/shared/invitations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { sessionQueries } from '../../../lib/session-queries.ts';
import { showAnswer } from '../../../lib/show-answer.ts';
import { invitationQueries } from './queries.ts';

/** Accepts an invitation, after which the session has the new right. Safe to repeat. A refusal reloads the invitation. */
export function useAcceptInvitation(token: string, viewerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(invitationApi.accept, { body: { token } }),
    onSuccess: (user) => showAnswer(client, sessionQueries.user(user.id).queryKey, user),
    onSettled: () => client.invalidateQueries({ queryKey: invitationQueries.opened(token, viewerId).queryKey }),
  });
}
