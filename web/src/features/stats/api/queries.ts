import { analyticsApi } from '@inkwell/shared/analytics';
import { userApi } from '@inkwell/shared/users';
import { callQuery } from '../../../lib/call-query.ts';

export const statsQueries = {
  stats: () => callQuery(['stats'], analyticsApi.stats),
  userCount: () => callQuery(['users', 'count'], userApi.count),
};
