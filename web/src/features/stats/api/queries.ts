import { analyticsApi } from '@inkwell/shared/analytics';
import { userApi } from '@inkwell/shared/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export const statsQueries = {
  stats: () => queryOptions({ queryKey: ['stats'], queryFn: ({ signal }) => call(analyticsApi.stats, {}, { signal }) }),
  userCount: () =>
    queryOptions({ queryKey: ['users', 'count'], queryFn: ({ signal }) => call(userApi.count, {}, { signal }) }),
};
