import { isStaff } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import type { QueryClient } from '@tanstack/react-query';
import { draftStore } from './draft-store.ts';
import { isRemoved } from './removals.ts';
import { listDrafts, serverOffersOf } from './use-all-drafts.ts';

/** How many drafts somebody has, in this browser and on the server. Of readers, who have none unless they were staff, only the browser is asked. */
export async function countDrafts(client: QueryClient, user: User): Promise<number> {
  const [locals, cards] = await Promise.all([
    draftStore.list(user.id),
    isStaff(user)
      ? client.fetchQuery({ ...serverOffersOf(draftStore, user.id), staleTime: 30_000 }).catch(() => [])
      : [],
  ]);
  const standing = cards.filter(({ key, version }) => !isRemoved(user.id, key, version));
  return listDrafts(locals, standing).filter(({ isDiscarded }) => !isDiscarded).length;
}
