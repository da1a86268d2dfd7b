import { isStaff } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import type { QueryClient } from '@tanstack/react-query';
import { draftQueries, listDrafts } from './all-drafts.ts';

/** How many drafts somebody has, in this browser and on the server. Of readers, who have none unless they were staff, only the browser is asked. */
export async function countDrafts(client: QueryClient, user: User): Promise<number> {
  const [here, there] = await Promise.all([
    client.fetchQuery(draftQueries.here(user.id)),
    isStaff(user)
      ? client.fetchQuery({ ...draftQueries.onServer(user.id), staleTime: 30_000 }).catch(() => null)
      : null,
  ]);
  const drafts = listDrafts(here, there ?? { offers: [], discarded: [] }, user.id);
  return drafts.filter(({ reason }) => reason === null).length;
}
