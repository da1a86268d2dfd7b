import { APP_PATHS, comparedPath, isReservedPath } from '@inkwell/shared/addresses';
import { isStaff } from '@inkwell/shared/permissions';
import type { Post } from '@inkwell/shared/posts';
import type { FoundPosts } from '@inkwell/shared/search';
import { type PageKind, TRAFFIC_LIMITS, trafficApi, type VisitEnd } from '@inkwell/shared/traffic';
import type { User } from '@inkwell/shared/users';
import type { Query, QueryClient } from '@tanstack/react-query';
import { onCLS, onINP, onLCP } from 'web-vitals';
import { postQueries } from '../features/posts/api/queries.ts';
import { endpointUrl } from '../lib/api.ts';
import { openedAt, postIdAt } from '../lib/open-post.ts';

type Speed = Pick<VisitEnd, 'lcp' | 'inp' | 'cls'>;

/** The share of visits whose speed is measured. */
const MEASURED_SHARE = 0.25;

const LISTS = /^\/(?:(?:posts|newsletter)\/?$|categories|tags|series|authors)/;
const ARCHIVED_ISSUE = /^\/newsletter\/[^/]+$/;

/** Null for pages of accounts and staff. */
function kindOf(path: string): PageKind | null {
  if (path === '/') return 'home';
  if (postIdAt(path)) return 'post';
  if (LISTS.test(path)) return 'list';
  if (path === '/search') return 'search';
  const isIssue = ARCHIVED_ISSUE.test(path) && !APP_PATHS.includes(comparedPath(path));
  return isIssue || !isReservedPath(path) ? 'page' : null;
}

/** `DNT` and `Sec-GPC`. */
const isRefused = (): boolean =>
  navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** How much of the article has been on screen, in percent; null without one. */
function readShare(): number | null {
  const text = document.querySelector('main article .markdown')?.getBoundingClientRect();
  return text && text.height > 0 ? (100 * (window.innerHeight - text.top)) / text.height : null;
}

const QUARTERS = [100, 75, 50, 25, 0] as const;

/** The searches of the home page and of `/search`, by their words, and whether they found something. */
function createSearches(client: QueryClient) {
  const found = new Map<string, boolean>();
  const note = ({ queryKey: [area, first, second], state: { data } }: Query) => {
    const isHome = area === 'posts' && first === 'search';
    const words = isHome ? second : first;
    if (!(isHome || area === 'search') || typeof words !== 'string' || first === 'suggestions' || !data) return;
    const { items, isCorrected } = data as Pick<FoundPosts, 'items'> & Partial<FoundPosts>;
    found.set(words.slice(0, TRAFFIC_LIMITS.words), items.length > 0 && !isCorrected);
  };
  /** Results update while somebody types. A query that another one continues is not a search. */
  const isWhole = (words: string) => ![...found.keys()].some((other) => other !== words && other.startsWith(words));
  // The cache drops queries that have not been on screen for a while.
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed') note(query);
  });
  return () => {
    for (const query of client.getQueryCache().getAll()) note(query);
    const whole = [...found].filter(([words]) => isWhole(words)).slice(-TRAFFIC_LIMITS.searches);
    return whole.map(([words, isFound]) => ({ words, isFound }));
  };
}

/**
 * Sends one event when the visitor leaves: the first page and how fast it was, how much of the last post was read, and the searches. Staff send
 * nothing; authors send nothing about their own posts.
 */
export function followVisit(client: QueryClient): void {
  const page = kindOf(openedAt().pathname);
  if (page === null || isRefused()) return;
  const searches = createSearches(client);
  const speed: Speed = {};
  if (Math.random() < MEASURED_SHARE) measure(speed);

  let post: { readonly id: string; share: number } | null = null;
  const look = () => {
    const id = postIdAt(window.location.pathname);
    const share = id ? readShare() : null;
    if (!id || share === null) return;
    if (post?.id !== id) post = { id, share: 0 };
    post.share = Math.max(post.share, share);
  };
  window.addEventListener('scroll', look, { passive: true });
  look();

  const end = () => {
    look();
    const [reader] = client.getQueriesData<User>({ queryKey: ['session', 'user'] }).flatMap(([, user]) => user ?? []);
    if (isStaff(reader ?? null)) return;
    const authors = post && client.getQueryData<Post>(postQueries.byId(post.id).queryKey)?.authorIds;
    const words = searches();
    const event: VisitEnd = {
      page,
      ...(post && !(reader && authors?.includes(reader.id)) && { postId: post.id, read: quarterOf(post.share) }),
      ...(words.length > 0 && { searches: words }),
      ...speed,
    };
    navigator.sendBeacon(endpointUrl(trafficApi.end), JSON.stringify(event));
  };
  window.addEventListener('pagehide', end, { once: true });
}

const quarterOf = (share: number) => QUARTERS.find((quarter) => share >= quarter - 0.5) ?? 0;

function measure(speed: Speed): void {
  const options = { reportAllChanges: true };
  onLCP(({ value }) => Object.assign(speed, { lcp: value }), options);
  onINP(({ value }) => Object.assign(speed, { inp: value }), options);
  onCLS(({ value }) => Object.assign(speed, { cls: value }), options);
}
