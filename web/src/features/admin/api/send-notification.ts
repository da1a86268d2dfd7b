import { type BroadcastInput, notificationApi } from '@inkwell/shared/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import type { Held } from '../../../lib/unsent/unsent-texts.ts';
import { notificationQueries } from '../../notifications/api/queries.ts';
import { adminQueries } from './queries.ts';
import { showActionError } from './unauthorized.ts';

/** Sends a notification to all users. @param hold holds what was typed while it is on its way, and forgets it once it was sent */
export function useSendNotification(hold: () => Held) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BroadcastInput) => call(notificationApi.broadcast, { body }),
    onMutate: hold,
    onSuccess: (_sent, _body, held) => {
      held.forget();
      toastSuccess('Success', 'Notification sent to all users!');
      void client.invalidateQueries({ queryKey: adminQueries.broadcasts().queryKey });
      void client.invalidateQueries({ queryKey: notificationQueries.all });
    },
    onError: (error) => showActionError('send notification', error),
    onSettled: (_sent, _error, _body, held) => held?.release(),
  });
}
