import { jobApi } from '@inkwell/shared/jobs';
import { call } from '../../../lib/api.ts';
import { adminQueries } from './queries.ts';
import { useStaffChange } from './staff-change.ts';

/** Restarts a failed job; the list shows its progress. */
export const useRetryJob = (id: string) =>
  useStaffChange({
    send: () => call(jobApi.retry, { params: { id } }),
    action: 'retry the job',
    stale: [adminQueries.unfinishedJobs().queryKey],
  });
