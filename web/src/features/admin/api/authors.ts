import { authorApi, type GuestAuthor, type GuestInput } from '@inkwell/shared/authors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '../../../lib/api.ts';
import { staffListQuery } from '../../../lib/staff-list-query.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import { showActionError } from './unauthorized.ts';

/** Guest authors by name, or found by it. */
export const guestQuery = (filters: { readonly q?: string }) =>
  staffListQuery(['admin', 'authors', 'guests', filters], authorApi.adminList, { query: filters });

type Input = z.input<typeof GuestInput>;

/** A change of guest authors: toasts say how it went, and lists are read again. */
function useGuestChange<Given>(send: (input: Given) => Promise<unknown>, words: { done: string; failed: string }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () => toastSuccess('Success', words.done),
    onError: (error) => showActionError(words.failed, error),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['admin', 'authors'] }),
        client.invalidateQueries({ queryKey: ['posts'] }),
      ]),
  });
}

export const useSaveGuest = (guest: GuestAuthor | null) =>
  useGuestChange(
    (body: Input) =>
      guest ? call(authorApi.update, { params: { id: guest.id }, body }) : call(authorApi.create, { body }),
    { done: guest ? 'Author saved' : 'Author created', failed: 'Failed to save the author' },
  );

export const useDeleteGuest = ({ id }: GuestAuthor) =>
  useGuestChange(() => call(authorApi.remove, { params: { id } }), {
    done: 'Author deleted',
    failed: 'Failed to delete the author',
  });

export const useJoinGuest = ({ id }: GuestAuthor) =>
  useGuestChange((userId: string) => call(authorApi.join, { params: { id }, body: { userId } }), {
    done: 'Author joined to the account. The posts follow within a moment.',
    failed: 'Failed to join the author',
  });
