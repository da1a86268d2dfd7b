import { type BroadcastInput, notificationApi } from '@inkwell/shared/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { Attempt } from '../../../lib/autosave/fields.ts';
import { tellIfLate } from '../../../lib/tell-if-late.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import { notificationQueries } from '../../notifications/api/queries.ts';
import { adminQueries } from './queries.ts';
import { showActionError } from './unauthorized.ts';

interface Sending {
  readonly body: Omit<BroadcastInput, 'isMailed'> & { readonly isMailed?: true };
  /** The autosaved text is removed once it is sent, unless it has changed since. */
  readonly attempt: Attempt;
}

/** Sends a notification to all users. Repeating the same text repeats the same notification, because a lost answer must not create two. */
export function useSendNotification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, attempt }: Sending) =>
      tellIfLate(
        call(
          notificationApi.broadcast,
          { body },
          { headers: { 'Idempotency-Key': attempt.key(JSON.stringify(body)) } },
        ),
      ),
    onSuccess: (_sent, { attempt }) => {
      attempt.sent();
      toastSuccess('Success', 'Notification sent to all users!');
      void client.invalidateQueries({ queryKey: adminQueries.broadcasts().queryKey });
      void client.invalidateQueries({ queryKey: notificationQueries.all });
    },
    onError: (error) => showActionError('send notification', error),
    onSettled: (_sent, _error, { attempt }) => attempt.release(),
  });
}
