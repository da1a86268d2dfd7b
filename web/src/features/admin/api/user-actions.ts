import type { Role } from '@inkwell/shared/roles';
import { type User, userApi } from '@inkwell/shared/users';
import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Page } from '../../../lib/api.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import { adminQueries } from './queries.ts';
import { showActionError } from './unauthorized.ts';

const usersKey = adminQueries.everyUser;

type UserPages = InfiniteData<Page<User>>;

/**
 * Shows a change before the server has answered.
 * @returns what reverts it
 */
async function changeAtOnce(client: QueryClient, id: string, change: Partial<User>): Promise<() => void> {
  // A pending refetch would restore the old state for a moment.
  await client.cancelQueries({ queryKey: usersKey });
  const set = (patch: (user: User) => Partial<User>) =>
    client.setQueriesData<UserPages>(
      { queryKey: usersKey },
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            items: page.items.map((user) => (user.id === id ? { ...user, ...patch(user) } : user)),
          })),
        },
    );
  const before = client
    .getQueriesData<UserPages>({ queryKey: usersKey })
    .flatMap(([, list]) => list?.pages.flatMap(({ items }) => items) ?? [])
    .find((user) => user.id === id);
  set(() => change);
  // Only this account is reverted: others may have changed since.
  return () => set(() => before ?? {});
}

interface UserChange<Input> {
  readonly id: string;
  readonly send: (input: Input) => Promise<User>;
  readonly patch: (input: Input) => Partial<User>;
  readonly success: (input: Input) => string;
  /** The failed action, as the error toast names it. */
  readonly action: (input: Input) => string;
}

function useUserChange<Input>({ id, send, patch, success, action }: UserChange<Input>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onMutate: (input) => changeAtOnce(client, id, patch(input)),
    onSuccess: (_, input) => toastSuccess('Success', success(input)),
    onError: (error, input, undo) => {
      undo?.();
      showActionError(action(input), error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: usersKey }),
  });
}

export const useChangeRole = (id: string) =>
  useUserChange<Role>({
    id,
    send: (role) => call(userApi.changeRole, { params: { id }, body: { role } }),
    patch: (role) => ({ role }),
    success: (role) => `User role updated to ${role} successfully!`,
    action: () => 'update user role',
  });

interface Block {
  readonly isBlocked: boolean;
  /** Whether a block also hides all comments of the person. */
  readonly hideComments?: boolean;
  /** Whether unblocking also shows the comments that the block hid. */
  readonly showComments?: boolean;
}

export const useBlockUser = (id: string) =>
  useUserChange<Block>({
    id,
    send: ({ isBlocked, hideComments = false, showComments = false }) =>
      isBlocked
        ? call(userApi.block, { params: { id }, ...(hideComments && { body: { hideComments } }) })
        : call(userApi.unblock, { params: { id }, ...(showComments && { body: { showComments } }) }),
    patch: ({ isBlocked }) => ({ isBlocked }),
    success: ({ isBlocked }) => `User ${isBlocked ? 'blocked' : 'unblocked'} successfully!`,
    action: ({ isBlocked }) => (isBlocked ? 'block user' : 'unblock user'),
  });
