import { type TrafficGroup, type TrendKind, trafficApi } from '@inkwell/shared/traffic';
import { callQuery } from '../../../lib/call-query.ts';

/** The server counts again every minute. */
const STALE_MS = 60_000;

/** Days such as `2026-11-24`. */
interface Days {
  readonly from: string;
  readonly to: string;
}

interface RowsQuery extends Days {
  readonly group: TrafficGroup;
  readonly post?: string;
  /** With `group: 'day'`: of a single source, campaign or country. */
  readonly kind?: TrendKind;
  readonly key?: string;
}

export const trafficQueries = {
  rows: (query: RowsQuery) => ({
    ...callQuery(['admin', 'traffic', 'rows', query], trafficApi.traffic, { query }),
    staleTime: STALE_MS,
  }),
  post: (id: string, { from, to }: Days) => ({
    ...callQuery(['admin', 'traffic', 'post', id, from, to], trafficApi.post, { params: { id }, query: { from, to } }),
    staleTime: STALE_MS,
  }),
  issue: (id: string) => ({
    ...callQuery(['admin', 'traffic', 'issue', id], trafficApi.issue, { params: { id } }),
    staleTime: STALE_MS,
  }),
  won: ({ from, to }: Days) => ({
    ...callQuery(['admin', 'traffic', 'won', from, to], trafficApi.won, { query: { from, to } }),
    staleTime: STALE_MS,
  }),
  speed: ({ from, to }: Days) => ({
    ...callQuery(['admin', 'traffic', 'speed', from, to], trafficApi.speed, { query: { from, to } }),
    staleTime: STALE_MS,
  }),
  /** Refetched every minute while it is on screen. */
  now: () => ({ ...callQuery(['admin', 'traffic', 'now'], trafficApi.now), refetchInterval: STALE_MS }),
};
