import { type BroadcastInput, notificationApi } from '@inkwell/shared/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import type { Held } from '../../../lib/unsent/unsent-texts.ts';
import { notificationQueries } from '../../notifications/api/queries.ts';
import { adminQueries } from './queries.ts';
import { showActionError } from './unauthorized.ts';

interface Sending {
  readonly body: BroadcastInput;
  /** Holds what was typed while it is on its way; it is forgotten once it was sent, and released. */
  readonly held: Held;
}

/** Sends a notification to all users. The same text again is the same notification: a lost answer must not make two. */
export function useSendNotification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, held }: Sending) =>
      call(notificationApi.broadcast, { body }, { headers: { 'Idempotency-Key': held.key(JSON.stringify(body)) } }),
    onSuccess: (_sent, { held }) => {
      held.forget();
      toastSuccess('Success', 'Notification sent to all users!');
      void client.invalidateQueries({ queryKey: adminQueries.broadcasts().queryKey });
      void client.invalidateQueries({ queryKey: notificationQueries.all });
    },
    onError: (error) => showActionError('send notification', error),
    onSettled: (_sent, _error, { held }) => held.release(),
  });
}
