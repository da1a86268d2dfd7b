import { authorApi, type GuestAuthor, type GuestInput } from '@inkwell/shared/authors';
import type * as z from 'zod/mini';
import { call } from '../../../lib/api.ts';
import { staffListQuery } from '../../../lib/staff-list-query.ts';
import { useStaffChange } from './staff-change.ts';

/** Guest authors by name, or the results of a search. */
export const guestQuery = (filters: { readonly q?: string }) =>
  staffListQuery(['admin', 'authors', 'guests', filters], authorApi.adminList, { query: filters });

type Input = z.input<typeof GuestInput>;

const STALE = [['admin', 'authors'], ['posts']] as const;

export const useSaveGuest = (guest: GuestAuthor | null) =>
  useStaffChange({
    send: (body: Input) =>
      guest ? call(authorApi.update, { params: { id: guest.id }, body }) : call(authorApi.create, { body }),
    done: guest ? 'Author saved' : 'Author created',
    action: 'save the author',
    stale: STALE,
  });

export const useDeleteGuest = ({ id }: GuestAuthor) =>
  useStaffChange({
    send: () => call(authorApi.remove, { params: { id } }),
    done: 'Author deleted',
    action: 'delete the author',
    stale: STALE,
  });

export const useJoinGuest = ({ id }: GuestAuthor) =>
  useStaffChange({
    send: (userId: string) => call(authorApi.join, { params: { id }, body: { userId } }),
    done: 'Author joined to the account. The posts follow within a moment.',
    action: 'join the author',
    stale: STALE,
  });
