import { invitationApi } from '@inkwell/shared/invitations';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../../lib/call-query.ts';

export const invitationQueries = {
  /** The content of a link for the signed-in person; null for a visitor. Immediately stale, because addresses are confirmed in another tab. */
  opened: (token: string, viewerId: string | null) =>
    queryOptions({
      ...callQuery(['invitations', 'opened', token, viewerId], invitationApi.open, { body: { token } }),
      staleTime: 0,
    }),
};
