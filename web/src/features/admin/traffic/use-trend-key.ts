import { type TrafficGroup, TrendKind } from '@inkwell/shared/traffic';
import { useSearchParams } from 'react-router';
import { oneOf } from '../components/use-address-filters.ts';

/** The source, campaign or country in the address; null for the trend of all views. */
export function useTrendKey() {
  const [search] = useSearchParams();
  const kind = oneOf(TrendKind.options, search.get('by') ?? undefined);
  const key = search.get('key');
  /** The address of a list, with the trend of one of its keys or of all views. */
  const addressOf = (by: TrafficGroup | 'won', of: string | null = null) => {
    const next = new URLSearchParams(search);
    next.set('by', by);
    if (of === null) next.delete('key');
    else next.set('key', of);
    return `?${next}`;
  };
  return { selected: kind && key ? { kind, key } : null, addressOf };
}
