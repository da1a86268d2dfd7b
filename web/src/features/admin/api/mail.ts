import { type FreeInput, mailApi, type Suppression, type SuppressionInput } from '@inkwell/shared/mail';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { callQuery, type Filters } from '../../../lib/call-query.ts';
import { staffListQuery } from '../../../lib/staff-list-query.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import { showActionError } from './unauthorized.ts';

export const mailQueries = {
  standing: () => queryOptions({ ...callQuery(['admin', 'mail', 'standing'], mailApi.standing), staleTime: 0 }),
  sender: () => queryOptions({ ...callQuery(['admin', 'mail', 'sender'], mailApi.sender), staleTime: 0 }),
  everySuppression: ['admin', 'mail', 'suppressions'] as const,
  suppressions: (filters: Filters<typeof mailApi.suppressions> = {}) =>
    staffListQuery(['admin', 'mail', 'suppressions', filters], mailApi.suppressions, { query: filters }),
};

function useSuppressionChange<Given>(
  send: (given: Given) => Promise<Suppression>,
  { done, deed }: { done: (address: Suppression) => string; deed: string },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (address) => toastSuccess('Success', done(address)),
    onError: (error) => showActionError(deed, error),
    onSettled: () => client.invalidateQueries({ queryKey: mailQueries.everySuppression }),
  });
}

export const useSuppress = () =>
  useSuppressionChange((body: SuppressionInput) => call(mailApi.suppress, { body }), {
    done: ({ email }) => `Nothing is mailed to ${email} any more`,
    deed: 'suppress the address',
  });

export const useFree = () =>
  useSuppressionChange(
    ({ id, ...body }: FreeInput & { readonly id: string }) => call(mailApi.free, { params: { id }, body }),
    { done: ({ email }) => `Mail may go to ${email} again`, deed: 'free the address' },
  );
