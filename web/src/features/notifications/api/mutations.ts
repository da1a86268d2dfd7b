import { notificationApi, type UserNotification } from '@inkwell/shared/notifications';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { toastError } from '../../../lib/toast.ts';
import { notificationQueries } from './queries.ts';

const FAILED = 'Failed to mark notifications as read.';

/**
 * Marks notifications as read in the cache.
 * @returns a function that undoes this for these notifications only
 */
async function markInCache(client: QueryClient, isMeant: (notification: UserNotification) => boolean) {
  const { queryKey } = notificationQueries.list();
  // The answer of a running poll would undo the change.
  await client.cancelQueries({ queryKey });
  const marked = new Set<string>();
  // This change does not make the list newer.
  const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt;
  const change = (next: (it: UserNotification) => UserNotification) =>
    client.setQueryData(queryKey, (list) => list?.map(next), { ...(updatedAt !== undefined && { updatedAt }) });
  change((it) => {
    if (!it.isRead && isMeant(it)) marked.add(it.id);
    return marked.has(it.id) ? { ...it, isRead: true } : it;
  });
  return () =>
    void client.setQueryData(queryKey, (list) =>
      list?.map((it) => (marked.has(it.id) ? { ...it, isRead: false } : it)),
    );
}

function useMarking<Input>(
  send: (input: Input) => Promise<unknown>,
  isMeant: (it: UserNotification, input: Input) => boolean,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onMutate: (input: Input) => markInCache(client, (notification) => isMeant(notification, input)),
    onError: (error, _input, takeBack) => {
      takeBack?.();
      toastError('Error', FAILED, failureText(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey: notificationQueries.all }),
  });
}

export const useMarkRead = () =>
  useMarking(
    (id: string) => call(notificationApi.markRead, { params: { id } }),
    (notification, id) => notification.id === id,
  );

export const useMarkAllRead = () =>
  useMarking(
    (_: undefined) => call(notificationApi.markAllRead),
    () => true,
  );
