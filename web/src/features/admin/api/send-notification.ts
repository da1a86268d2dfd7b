import { type BroadcastInput, notificationApi } from '@inkwell/shared/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import { notificationQueries } from '../../notifications/api/queries.ts';
import { adminQueries } from './queries.ts';
import { showActionError } from './unauthorized.ts';

/** Sends a notification to all users. */
export function useSendNotification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BroadcastInput) => call(notificationApi.broadcast, { body }),
    onSuccess: () => {
      toastSuccess('Success', 'Notification sent to all users!');
      void client.invalidateQueries({ queryKey: adminQueries.broadcasts().queryKey });
      void client.invalidateQueries({ queryKey: notificationQueries.all });
    },
    onError: (error) => showActionError('send notification', error),
  });
}
