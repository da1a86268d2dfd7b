import { type CommentsOfDeleted, personalDataApi } from '@inkwell/shared/personal-data';
import type { Role } from '@inkwell/shared/roles';
import { type User, userApi } from '@inkwell/shared/users';
import type { Writing } from '@inkwell/shared/writing';
import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Page } from '../../../lib/api.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import { adminQueries } from './queries.ts';
import { showActionError } from './unauthorized.ts';

type UserPages = InfiniteData<Page<User>>;

/**
 * Shows a change before the server has answered.
 * @returns a function that reverts it
 */
async function changeAtOnce(client: QueryClient, id: string, change: Partial<User>): Promise<() => void> {
  // A pending refetch would restore the old state for a moment.
  await client.cancelQueries({ queryKey: adminQueries.everyUser });
  const set = (patch: (user: User) => Partial<User>) =>
    client.setQueriesData<UserPages>(
      { queryKey: adminQueries.everyUser },
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
    .getQueriesData<UserPages>({ queryKey: adminQueries.everyUser })
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
    onSettled: () => client.invalidateQueries({ queryKey: adminQueries.everyUser }),
  });
}

export const useChangeRole = (id: string) =>
  useUserChange<Role>({
    id,
    send: (role) => call(userApi.changeRole, { params: { id }, body: { role } }),
    patch: (role) => ({ role, ...(role === 'user' && { writing: 'none' }) }),
    success: (role) => `User role updated to ${role} successfully!`,
    action: () => 'update user role',
  });

/** The toast's text for a right that was granted or withdrawn. */
const WRITING_CHANGED: Readonly<Record<Writing, string>> = {
  none: 'This person can no longer write posts.',
  contributor: 'This person can now write posts for others to publish.',
  author: 'This person can now write and publish posts.',
};

export const useChangeWriting = (id: string) =>
  useUserChange<Writing>({
    id,
    send: (writing) => call(userApi.changeWriting, { params: { id }, body: { writing } }),
    patch: (writing) => ({ writing }),
    success: (writing) => WRITING_CHANGED[writing],
    action: () => 'update the right to write',
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
    patch: ({ isBlocked }) => ({ isBlocked, ...(isBlocked && { writing: 'none' }) }),
    success: ({ isBlocked }) => `User ${isBlocked ? 'blocked' : 'unblocked'} successfully!`,
    action: ({ isBlocked }) => (isBlocked ? 'block user' : 'unblock user'),
  });

/** Starts the deletion of an account. */
export const useDeleteUser = (id: string) =>
  useUserChange<CommentsOfDeleted>({
    id,
    send: (comments) => call(personalDataApi.remove, { params: { id }, query: { comments } }),
    patch: () => ({}),
    success: () => 'The account will be deleted. Until then its owner can keep it.',
    action: () => 'delete the account',
  });
