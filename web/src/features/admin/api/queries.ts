import { activityApi } from '@inkwell/shared/activity';
import { analyticsApi } from '@inkwell/shared/analytics';
import type { QueryInput } from '@inkwell/shared/endpoint';
import { invitationApi } from '@inkwell/shared/invitations';
import { jobApi } from '@inkwell/shared/jobs';
import { newsletterApi } from '@inkwell/shared/newsletter';
import { notificationApi } from '@inkwell/shared/notifications';
import { ownPostApi } from '@inkwell/shared/own-posts';
import { postApi } from '@inkwell/shared/posts';
import { redirectApi } from '@inkwell/shared/redirects';
import { storageApi } from '@inkwell/shared/storage';
import { subscriberApi } from '@inkwell/shared/subscribers';
import { userApi } from '@inkwell/shared/users';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type CallOptions, call, callPage, type Page } from '../../../lib/api.ts';

/** Rows fetched at a time. */
const ADMIN_PAGE_SIZE = 20;

/** Product §9. */
const ANALYTICS_STALE_MS = 60_000;

/** Rows of a list in the overview. */
export const OVERVIEW_SIZE = 5;

/** Results of each kind in the command palette. */
const FOUND_SIZE = 6;

const PEOPLE_STALE_MS = 60_000;

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
export type Filters<D> = Omit<QueryInput<D>, keyof PageQuery>;

/** The same for a searched list; earlier results stay until the answer comes. */
export function filteredOptions<T, C extends object>(
  key: readonly string[],
  filters: C,
  load: (query: PageQuery & C, options: CallOptions) => Promise<Page<T>>,
) {
  return infiniteQueryOptions({
    queryKey: [...key, filters],
    queryFn: ({ pageParam, signal }) =>
      load(
        { ...filters, limit: String(ADMIN_PAGE_SIZE), ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
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
  everyRedirect: ['admin', 'redirects'] as const,
  posts: (filters: Filters<typeof postApi.adminList> = {}) =>
    filteredOptions(['admin', 'posts'], filters, (query, options) => callPage(postApi.adminList, { query }, options)),
  /** The viewer's own posts. Below the key of the lists: a change outdates both. */
  ownPosts: (filters: Filters<typeof ownPostApi.list> = {}) =>
    filteredOptions(['admin', 'posts', 'own'], filters, (query, options) =>
      callPage(ownPostApi.list, { query }, options),
    ),
  /** The viewer's posts with their newest comments. */
  ownComments: () =>
    filteredOptions(['admin', 'own-comments'], {}, (query, options) =>
      callPage(ownPostApi.comments, { query }, options),
    ),
  users: (filters: Filters<typeof userApi.list> = {}) =>
    filteredOptions(['admin', 'users'], filters, (query, options) => callPage(userApi.list, { query }, options)),
  activity: (filters: Filters<typeof activityApi.list> = {}) =>
    filteredOptions(['admin', 'activity'], filters, (query, options) => callPage(activityApi.list, { query }, options)),
  /** The newest posts, and accounts, with these words in title, name or address. */
  foundPosts: (q: string) =>
    queryOptions({
      queryKey: ['admin', 'posts', 'found', q],
      queryFn: ({ signal }) => callPage(postApi.adminList, { query: { q, limit: String(FOUND_SIZE) } }, { signal }),
    }),
  foundUsers: (q: string) =>
    queryOptions({
      // Not below `everyUser`, whose lists have pages.
      queryKey: ['admin', 'found', 'users', q],
      queryFn: ({ signal }) => callPage(userApi.list, { query: { q, limit: String(FOUND_SIZE) } }, { signal }),
    }),
  /** A person's newest posts that are neither published nor scheduled. */
  ownDrafts: (authorId: string) =>
    queryOptions({
      queryKey: ['admin', 'posts', 'own-drafts', authorId],
      queryFn: ({ signal }) =>
        callPage(postApi.adminList, { query: { authorId, status: 'draft', limit: String(OVERVIEW_SIZE) } }, { signal }),
      staleTime: 0,
    }),
  /** The posts that were published last. */
  latestPosts: () =>
    queryOptions({
      queryKey: ['admin', 'posts', 'latest'],
      queryFn: ({ signal }) => callPage(postApi.list, { query: { limit: String(OVERVIEW_SIZE) } }, { signal }),
      staleTime: 0,
    }),
  /** People of the filters. They change seldom. */
  postAuthors: () =>
    queryOptions({
      queryKey: ['admin', 'people', 'authors'],
      queryFn: ({ signal }) => call(postApi.authors, {}, { signal }),
      staleTime: PEOPLE_STALE_MS,
    }),
  actors: () =>
    queryOptions({
      queryKey: ['admin', 'people', 'actors'],
      queryFn: ({ signal }) => call(activityApi.people, {}, { signal }),
      staleTime: PEOPLE_STALE_MS,
    }),
  redirects: (filters: Filters<typeof redirectApi.list> = {}) =>
    filteredOptions(['admin', 'redirects'], filters, (query, options) =>
      callPage(redirectApi.list, { query }, options),
    ),
  redirectPatterns: () =>
    queryOptions({
      // Below the key of the lists: a change outdates both.
      queryKey: ['admin', 'redirects', 'patterns'],
      queryFn: ({ signal }) => call(redirectApi.patterns, {}, { signal }),
      staleTime: 0,
    }),
  broadcasts: () =>
    listOptions('notifications', (query, options) => callPage(notificationApi.broadcasts, { query }, options)),
  invitations: () => listOptions('invitations', (query, options) => callPage(invitationApi.list, { query }, options)),
  subscribers: () =>
    listOptions('subscribers', (query, options) => callPage(newsletterApi.subscribers, { query }, options)),
  everySubscriber: ['admin', 'found-subscribers'] as const,
  foundSubscribers: (filters: Filters<typeof subscriberApi.search> = {}) =>
    filteredOptions(['admin', 'found-subscribers'], filters, (query, options) =>
      callPage(subscriberApi.search, { query }, options),
    ),
  subscriberGrowth: () =>
    queryOptions({
      // Below the key of the list: a change outdates both.
      queryKey: ['admin', 'found-subscribers', 'growth'],
      queryFn: ({ signal }) => call(subscriberApi.growth, {}, { signal }),
      staleTime: 0,
    }),
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
