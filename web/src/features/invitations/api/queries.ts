import { invitationApi } from '@inkwell/shared/invitations';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../../lib/call-query.ts';

export const invitationQueries = {
  /** What a link shows to the person who is signed in; null for a visitor. Stale at once, because an address is confirmed in another tab. */
  opened: (token: string, viewerId: string | null) =>
    queryOptions({
      ...callQuery(['invitations', 'opened', token, viewerId], invitationApi.open, { body: { token } }),
      staleTime: 0,
    }),
};
