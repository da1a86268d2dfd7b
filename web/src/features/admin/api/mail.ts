import { type FreeInput, mailApi, type Suppression, type SuppressionInput } from '@inkwell/shared/mail';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../../lib/api.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import { type Filters, filteredOptions } from './queries.ts';
import { showActionError } from './unauthorized.ts';

export const mailQueries = {
  standing: () =>
    queryOptions({
      queryKey: ['admin', 'mail', 'standing'],
      queryFn: ({ signal }) => call(mailApi.standing, {}, { signal }),
      staleTime: 0,
    }),
  sender: () =>
    queryOptions({
      queryKey: ['admin', 'mail', 'sender'],
      queryFn: ({ signal }) => call(mailApi.sender, {}, { signal }),
      staleTime: 0,
    }),
  everySuppression: ['admin', 'mail', 'suppressions'] as const,
  suppressions: (filters: Filters<typeof mailApi.suppressions> = {}) =>
    filteredOptions(['admin', 'mail', 'suppressions'], filters, (query, options) =>
      callPage(mailApi.suppressions, { query }, options),
    ),
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
