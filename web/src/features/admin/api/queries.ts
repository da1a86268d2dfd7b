import { activityApi } from '@inkwell/shared/activity';
import { analyticsApi } from '@inkwell/shared/analytics';
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
import { queryOptions } from '@tanstack/react-query';
import { callPage } from '../../../lib/api.ts';
import { callQuery, type Filters } from '../../../lib/call-query.ts';
import { staffListQuery } from '../../../lib/staff-list-query.ts';

/** Product §9. */
const ANALYTICS_STALE_MS = 60_000;

/** Rows of a list in the overview. */
export const OVERVIEW_SIZE = 5;

/** Results of each kind in the command palette. */
const FOUND_SIZE = 6;

const PEOPLE_STALE_MS = 60_000;

/** Interval while a job runs or waits. */
const JOBS_POLL_MS = 5_000;

/** Queries of the admin panel. Sign-out clears them. */
export const adminQueries = {
  all: ['admin'] as const,
  /** Keys of all lists of posts, and of all lists of accounts. */
  everyPost: ['admin', 'posts'] as const,
  everyUser: ['admin', 'users'] as const,
  everyRedirect: ['admin', 'redirects'] as const,
  posts: (filters: Filters<typeof postApi.adminList> = {}) =>
    staffListQuery(['admin', 'posts', filters], postApi.adminList, { query: filters }),
  /** Published posts, the most recently published first. Its key is below the lists' key, so that a change invalidates both. */
  byPublication: () => staffListQuery(['admin', 'posts', 'by-publication'], postApi.list),
  /** The viewer's own posts. Its key is below the lists' key, so that a change invalidates both. */
  ownPosts: (filters: Filters<typeof ownPostApi.list> = {}) =>
    staffListQuery(['admin', 'posts', 'own', filters], ownPostApi.list, { query: filters }),
  /** The viewer's posts with their newest comments. */
  ownComments: () => staffListQuery(['admin', 'own-comments', {}], ownPostApi.comments),
  users: (filters: Filters<typeof userApi.list> = {}) =>
    staffListQuery(['admin', 'users', filters], userApi.list, { query: filters }),
  activity: (filters: Filters<typeof activityApi.list> = {}) =>
    staffListQuery(['admin', 'activity', filters], activityApi.list, { query: filters }),
  /** The newest posts and accounts that have these words in title, name or address. */
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
  /** The most recently published posts. */
  latestPosts: () =>
    queryOptions({
      queryKey: ['admin', 'posts', 'latest'],
      queryFn: ({ signal }) => callPage(postApi.list, { query: { limit: String(OVERVIEW_SIZE) } }, { signal }),
      staleTime: 0,
    }),
  /** People for the filters. They seldom change. */
  postAuthors: () =>
    queryOptions({ ...callQuery(['admin', 'people', 'authors'], postApi.authors), staleTime: PEOPLE_STALE_MS }),
  actors: () =>
    queryOptions({ ...callQuery(['admin', 'people', 'actors'], activityApi.people), staleTime: PEOPLE_STALE_MS }),
  redirects: (filters: Filters<typeof redirectApi.list> = {}) =>
    staffListQuery(['admin', 'redirects', filters], redirectApi.list, { query: filters }),
  /** Below the lists' key, so that a change invalidates both. */
  redirectPatterns: () =>
    queryOptions({ ...callQuery(['admin', 'redirects', 'patterns'], redirectApi.patterns), staleTime: 0 }),
  broadcasts: () => staffListQuery(['admin', 'notifications'], notificationApi.broadcasts),
  invitations: () => staffListQuery(['admin', 'invitations'], invitationApi.list),
  subscribers: () => staffListQuery(['admin', 'subscribers'], newsletterApi.subscribers),
  everySubscriber: ['admin', 'found-subscribers'] as const,
  foundSubscribers: (filters: Filters<typeof subscriberApi.search> = {}) =>
    staffListQuery(['admin', 'found-subscribers', filters], subscriberApi.search, { query: filters }),
  /** Below the list's key, so that a change invalidates both. */
  subscriberGrowth: () =>
    queryOptions({ ...callQuery(['admin', 'found-subscribers', 'growth'], subscriberApi.growth), staleTime: 0 }),
  analytics: () =>
    queryOptions({ ...callQuery(['admin', 'analytics'], analyticsApi.analytics), staleTime: ANALYTICS_STALE_MS }),
  /** Refreshed every few seconds while a job runs or waits. */
  unfinishedJobs: () =>
    queryOptions({
      ...callQuery(['admin', 'jobs', 'unfinished'], jobApi.list, { query: { only: 'unfinished' } }),
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.some(({ status }) => status !== 'failed') ? JOBS_POLL_MS : false),
    }),
  storage: () => queryOptions({ ...callQuery(['admin', 'storage'], storageApi.status), staleTime: 0 }),
};
