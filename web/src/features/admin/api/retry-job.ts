import { jobApi } from '@inkwell/shared/jobs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { adminQueries } from './queries.ts';
import { showActionError } from './unauthorized.ts';

/** Restarts a failed job; the list shows its progress. */
export function useRetryJob(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(jobApi.retry, { params: { id } }),
    onError: (error) => showActionError('retry the job', error),
    onSettled: () => client.invalidateQueries({ queryKey: adminQueries.unfinishedJobs().queryKey }),
  });
}
