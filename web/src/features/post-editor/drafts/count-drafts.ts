import { canWrite } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import type { QueryClient } from '@tanstack/react-query';
import { draftQueries, listDrafts } from './all-drafts.ts';

/**
 * The number of a person's drafts, in this browser and on the server. Readers can have drafts only from a former role or right,
 * so the server is not asked.
 */
export async function countDrafts(client: QueryClient, user: User): Promise<number> {
  const [here, there] = await Promise.all([
    client.fetchQuery(draftQueries.here(user.id)),
    canWrite(user)
      ? client.fetchQuery({ ...draftQueries.onServer(user.id), staleTime: 30_000 }).catch(() => null)
      : null,
  ]);
  const drafts = listDrafts(here, { offers: there ?? [] }, user.id);
  return drafts.filter(({ reason }) => reason === null).length;
}
