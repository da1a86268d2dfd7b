import { useQuery, useQueryClient } from '@tanstack/react-query';
import { draftQueries, listDrafts } from './all-drafts.ts';

const NOTHING_HERE = { records: [], openIds: new Set<string>() };
const NOTHING_THERE = { offers: [], discarded: [] };

/** Every draft of somebody: those of this browser at once, those of the server as soon as it answers. */
export function useAllDrafts(userId: string) {
  const client = useQueryClient();
  const here = useQuery(draftQueries.here(userId));
  const there = useQuery(draftQueries.onServer(userId));
  return {
    drafts: listDrafts(here.data ?? NOTHING_HERE, there.data ?? NOTHING_THERE, userId),
    error: there.error,
    isLoading: here.isPending || there.isPending,
    /** To be called after a change, and to try again. */
    refresh: () => client.invalidateQueries({ queryKey: draftQueries.all }),
  };
}
