import { analyticsApi } from '@inkwell/shared/analytics';
import { userApi } from '@inkwell/shared/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The tiles of the home page. */
export const statsQueries = {
  stats: () => queryOptions({ queryKey: ['stats'], queryFn: ({ signal }) => call(analyticsApi.stats, {}, { signal }) }),
  /** The Total Users tile. */
  userCount: () =>
    queryOptions({ queryKey: ['users', 'count'], queryFn: ({ signal }) => call(userApi.count, {}, { signal }) }),
};
