import { type FreeInput, mailApi, type SuppressionInput } from '@inkwell/shared/mail';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { callQuery, type Filters } from '../../../lib/call-query.ts';
import { staffListQuery } from '../../../lib/staff-list-query.ts';
import { useStaffChange } from './staff-change.ts';

export const mailQueries = {
  standing: () => queryOptions({ ...callQuery(['admin', 'mail', 'standing'], mailApi.standing), staleTime: 0 }),
  sender: () => queryOptions({ ...callQuery(['admin', 'mail', 'sender'], mailApi.sender), staleTime: 0 }),
  everySuppression: ['admin', 'mail', 'suppressions'] as const,
  suppressions: (filters: Filters<typeof mailApi.suppressions> = {}) =>
    staffListQuery(['admin', 'mail', 'suppressions', filters], mailApi.suppressions, { query: filters }),
};

export const useSuppress = () =>
  useStaffChange({
    send: (body: SuppressionInput) => call(mailApi.suppress, { body }),
    done: ({ email }) => `${email} will receive no more email`,
    action: 'suppress the address',
    stale: [mailQueries.everySuppression],
  });

export const useFree = () =>
  useStaffChange({
    send: ({ id, ...body }: FreeInput & { readonly id: string }) => call(mailApi.free, { params: { id }, body }),
    done: ({ email }) => `${email} can receive email again`,
    action: 'free the address',
    stale: [mailQueries.everySuppression],
  });
