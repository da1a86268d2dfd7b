import { activityApi } from '@inkwell/shared/activity';
import { analyticsApi } from '@inkwell/shared/analytics';
import type { QueryInput } from '@inkwell/shared/endpoint';
import { jobApi } from '@inkwell/shared/jobs';
import { newsletterApi } from '@inkwell/shared/newsletter';
import { notificationApi } from '@inkwell/shared/notifications';
import { postApi } from '@inkwell/shared/posts';
import { storageApi } from '@inkwell/shared/storage';
import { userApi } from '@inkwell/shared/users';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type CallOptions, call, callPage, type Page } from '../../../lib/api.ts';

/** Rows fetched at a time. */
const ADMIN_PAGE_SIZE = 20;

/** Product §9. */
const ANALYTICS_STALE_MS = 60_000;

/** Interval while a job runs or waits. */
const JOBS_POLL_MS = 5_000;

interface PageQuery {
  readonly limit: string;
  readonly cursor?: string;
}

type LoadPage<T> = (query: PageQuery, options: CallOptions) => Promise<Page<T>>;

/** An always stale list: refetched on focus and mount, so that staff see each other's changes. Product §9. */
function listOptions<T>(name: string, load: LoadPage<T>) {
  return infiniteQueryOptions({
    queryKey: ['admin', name],
    queryFn: ({ pageParam, signal }) =>
      load({ limit: String(ADMIN_PAGE_SIZE), ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
}

/** The filters of a call. */
export type Choice<D> = Omit<QueryInput<D>, keyof PageQuery>;

/** The same for a searched list; earlier results stay until the answer comes. */
function chosenOptions<T, C extends object>(
  key: readonly string[],
  choice: C,
  load: (query: PageQuery & C, options: CallOptions) => Promise<Page<T>>,
) {
  return infiniteQueryOptions({
    queryKey: [...key, choice],
    queryFn: ({ pageParam, signal }) =>
      load({ ...choice, limit: String(ADMIN_PAGE_SIZE), ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page<T>) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Queries of the admin panel. Sign-out clears them. */
export const adminQueries = {
  all: ['admin'] as const,
  /** Keys of all lists of posts, and of all lists of accounts. */
  everyPost: ['admin', 'posts'] as const,
  everyUser: ['admin', 'users'] as const,
  posts: (choice: Choice<typeof postApi.adminList> = {}) =>
    chosenOptions(['admin', 'posts'], choice, (query, options) => callPage(postApi.adminList, { query }, options)),
  users: (choice: Choice<typeof userApi.list> = {}) =>
    chosenOptions(['admin', 'users'], choice, (query, options) => callPage(userApi.list, { query }, options)),
  activity: (choice: Choice<typeof activityApi.list> = {}) =>
    chosenOptions(['admin', 'activity'], choice, (query, options) => callPage(activityApi.list, { query }, options)),
  broadcasts: () =>
    listOptions('notifications', (query, options) => callPage(notificationApi.broadcasts, { query }, options)),
  subscribers: () =>
    listOptions('subscribers', (query, options) => callPage(newsletterApi.subscribers, { query }, options)),
  analytics: () =>
    queryOptions({
      queryKey: ['admin', 'analytics'],
      queryFn: ({ signal }) => call(analyticsApi.analytics, {}, { signal }),
      staleTime: ANALYTICS_STALE_MS,
    }),
  /** Refreshed every few seconds while a job runs or waits. */
  unfinishedJobs: () =>
    queryOptions({
      queryKey: ['admin', 'jobs', 'unfinished'],
      queryFn: ({ signal }) => call(jobApi.list, { query: { only: 'unfinished' } }, { signal }),
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.some(({ status }) => status !== 'failed') ? JOBS_POLL_MS : false),
    }),
  storage: () =>
    queryOptions({
      queryKey: ['admin', 'storage'],
      queryFn: ({ signal }) => call(storageApi.status, {}, { signal }),
      staleTime: 0,
    }),
};
