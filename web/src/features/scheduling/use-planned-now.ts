import { useQuery } from '@tanstack/react-query';
import { postQueries } from '../posts/api/queries.ts';
import { staffPageQueries } from '../site-pages/api/staff-queries.ts';
import type { Planned, PlannedRef } from './api/planned-kinds.ts';

/** The stored item of the editor, with a schedule that was set after it opened. Read from the cache, because the editor fetches it. */
export function usePlannedNow(stored: Planned | null): Planned | null {
  const idOf = (kind: PlannedRef['kind']) => (stored?.kind === kind ? stored.id : '');
  const post = useQuery({ ...postQueries.byId(idOf('post')), enabled: false });
  const page = useQuery({ ...staffPageQueries.byId(idOf('page')), enabled: false });
  const known = stored?.kind === 'page' ? page.data : post.data;
  return stored && known ? { ...known, kind: stored.kind } : stored;
}
