import { invitationApi } from '@inkwell/shared/invitations';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export const invitationQueries = {
  /** What a link shows to the person who is signed in; null for a visitor. Stale at once, because an address is confirmed in another tab. */
  opened: (token: string, viewerId: string | null) =>
    queryOptions({
      queryKey: ['invitations', 'opened', token, viewerId],
      queryFn: ({ signal }) => call(invitationApi.open, { body: { token } }, { signal }),
      staleTime: 0,
    }),
};
