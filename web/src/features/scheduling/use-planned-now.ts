import { useQuery } from '@tanstack/react-query';
import { postQueries } from '../posts/api/queries.ts';
import { staffPageQueries } from '../site-pages/api/staff-queries.ts';
import type { Planned, PlannedRef } from './api/planned-kinds.ts';

/** What the editor has stored, with a schedule that was made after it opened. Read from the cache: the editor fetches it. */
export function usePlannedNow(stored: Planned | null): Planned | null {
  const idOf = (kind: PlannedRef['kind']) => (stored?.kind === kind ? stored.id : '');
  const post = useQuery({ ...postQueries.byId(idOf('post')), enabled: false });
  const page = useQuery({ ...staffPageQueries.byId(idOf('page')), enabled: false });
  const known = stored?.kind === 'page' ? page.data : post.data;
  return stored && known ? { ...known, kind: stored.kind } : stored;
}
