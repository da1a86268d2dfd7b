import { AppError } from '@inkwell/shared/errors';
import type { OwnPostStatus } from '@inkwell/shared/own-posts';
import { canWrite, isAdmin, isStaff, type Viewer } from '@inkwell/shared/permissions';
import type { StaffPostCard } from '@inkwell/shared/posts';
import { STAFF_LIST_LIMITS } from '@inkwell/shared/staff-lists';
import type { Author, User } from '@inkwell/shared/users';
import type { AuthorService } from '../authors/authors.service.ts';
import type { Clock } from '../common/clock.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import type { PostService } from '../posts/posts.service.ts';
import { type ForgivingSearch, forgivingPage } from '../search/forgiving.ts';
import { type AuthorCache, toAuthor } from '../users/authors.ts';
import { toUser } from '../users/users.converter.ts';
import type { PostFilter, StaffListRepository, UserFilter } from './staff-lists.repository.ts';

interface Dependencies {
  readonly lists: StaffListRepository;
  readonly posts: Pick<PostService, 'listAll' | 'staffCards' | 'categoryNow'>;
  readonly authors: AuthorCache;
  readonly authorPages: Pick<AuthorService, 'choices'>;
  readonly forgiving: ForgivingSearch;
  readonly clock: Clock;
}

/** The posts and accounts that staff search, filter and sort. */
export interface StaffListService {
  /** @throws AppError `forbidden` unless staff asks; `bad-request` for a search with too many filters or another order than newest first */
  posts(viewer: NonNullable<Viewer>, filter: PostFilter, page: PageRequest): Promise<PageOfMany<StaffPostCard>>;
  /**
   * The ids of all matching posts, but at most `max + 1`; null if their number is unknown.
   * @throws AppError like `posts`
   */
  postIds(viewer: NonNullable<Viewer>, filter: Omit<PostFilter, 'sort'>, max: number): Promise<string[] | null>;
  /** Posts with the caller among their authors. @throws AppError `forbidden` unless the caller may write */
  ownPosts(
    viewer: NonNullable<Viewer>,
    filter: { readonly status?: OwnPostStatus | undefined },
    page: PageRequest,
  ): Promise<PageOfMany<StaffPostCard>>;
  /**
   * Everybody who wrote a post, and everybody whom a post may name, because an author who is never the first may have nothing published. @throws
   * AppError `forbidden` unless staff asks
   */
  authors(viewer: NonNullable<Viewer>): Promise<Author[]>;
  /** Like `posts`, for admins. */
  users(viewer: Viewer, filter: UserFilter, page: PageRequest): Promise<PageOfMany<User>>;
}

export function createStaffListService(dependencies: Dependencies): StaffListService {
  const { lists, posts, authors, authorPages, forgiving, clock } = dependencies;
  const { wordsOfNewest } = lists;
  const ofNow = async <F extends Omit<PostFilter, 'sort'>>(filter: F): Promise<F> =>
    filter.categoryId === undefined ? filter : { ...filter, categoryId: await posts.categoryNow(filter.categoryId) };

  return {
    async posts(viewer, filter, page) {
      if (!isStaff(viewer)) throw new AppError('forbidden');
      const { q, sort, ...rest } = filter;
      checkWords(q, sort, rest);
      // A stored counter has the total of the plain list.
      if (!q && (sort ?? 'created') === 'created' && filtersIn(rest) === 0) return posts.listAll(viewer, page);
      const now = await ofNow(filter);
      const found = await forgivingPage(forgiving, {
        q,
        page,
        find: (typed) => lists.posts({ ...now, q: typed }, page),
        wordsOfNewest,
      });
      return { ...found, items: await posts.staffCards(viewer, found.items) };
    },

    async postIds(viewer, { q, ...filters }, max) {
      if (!isStaff(viewer)) throw new AppError('forbidden');
      checkWords(q, 'created', filters);
      const now: PostFilter = { ...(await ofNow(filters)), sort: 'created' };
      if (!q) return lists.postIds(now, max);
      const { found } = await forgiving(q, {
        find: (typed) => lists.postIds({ ...now, q: typed }, max),
        isEmpty: (ids) => ids?.length === 0,
        wordsOfNewest,
      });
      return found;
    },

    async ownPosts(viewer, { status }, page) {
      if (!canWrite(viewer)) throw new AppError('forbidden');
      const isInReview = status === 'in-review';
      const wanted = isInReview ? { status: 'draft' as const, isInReview } : { status };
      const found = await lists.posts({ ...wanted, authorId: viewer.id, sort: 'created' }, page);
      return { ...found, items: await posts.staffCards(viewer, found.items) };
    },

    async authors(viewer) {
      if (!isStaff(viewer)) throw new AppError('forbidden');
      const [written, choices] = await Promise.all([lists.authorIds(), authorPages.choices(viewer, undefined)]);
      const ids = [...new Set([...written, ...choices.map(({ id }) => id)])].slice(0, STAFF_LIST_LIMITS.people);
      const names = await authors.getAll(ids);
      return ids.map((id) => toAuthor(id, names.get(id), viewer));
    },

    async users(viewer, filter, page) {
      if (!isAdmin(viewer)) throw new AppError('forbidden');
      const { q, sort, ...rest } = filter;
      checkWords(q, sort, rest);
      const now = clock.now();
      const found = await lists.users(filter, page, now);
      return { ...found, items: found.items.map((user) => toUser(user, now)) };
    },
  };
}

const filtersIn = (filters: Readonly<Record<string, unknown>>): number =>
  Object.values(filters).filter((value) => value !== undefined).length;

/** Only a few combinations of words and filters have an index. */
function checkWords(q: string | undefined, sort: string | undefined, filters: Readonly<Record<string, unknown>>): void {
  if (!q) return;
  if ((sort ?? 'created') !== 'created')
    throw new AppError('bad-request', 'Search results can only be sorted by creation');
  if (filtersIn(filters) > STAFF_LIST_LIMITS.filtersWithWords) {
    throw new AppError('bad-request', `At most ${STAFF_LIST_LIMITS.filtersWithWords} filters with a search`);
  }
}
