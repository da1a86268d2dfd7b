import { AppError } from '@inkwell/shared/errors';
import { isAdmin, isStaff, type Viewer } from '@inkwell/shared/permissions';
import type { StaffPostCard } from '@inkwell/shared/posts';
import { STAFF_LIST_LIMITS } from '@inkwell/shared/staff-lists';
import type { User } from '@inkwell/shared/users';
import type { Clock } from '../common/clock.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import type { PostService } from '../posts/posts.service.ts';
import { toUser } from '../users/users.converter.ts';
import type { PostFilter, StaffListRepository, UserFilter } from './staff-lists.repository.ts';

interface Dependencies {
  readonly lists: StaffListRepository;
  readonly posts: Pick<PostService, 'listAll' | 'staffCards'>;
  readonly clock: Clock;
}

/** The posts and accounts that staff search, filter and sort. */
export interface StaffListService {
  /**
   * @throws AppError `forbidden` for others than staff; `bad-request` where a search by words has too many filters or another order
   *   than newest first
   */
  posts(viewer: NonNullable<Viewer>, filter: PostFilter, page: PageRequest): Promise<PageOfMany<StaffPostCard>>;
  /** The same for admins. */
  users(viewer: Viewer, filter: UserFilter, page: PageRequest): Promise<PageOfMany<User>>;
}

export function createStaffListService({ lists, posts, clock }: Dependencies): StaffListService {
  return {
    async posts(viewer, filter, page) {
      if (!isStaff(viewer)) throw new AppError('forbidden');
      const { q, sort, ...rest } = filter;
      checkWords(q, sort, rest);
      // The number of all posts is a stored counter, so nothing has to be counted for the plain list.
      if (!q && sort === 'created' && filtersIn(rest) === 0) return posts.listAll(viewer, page);
      const found = await lists.posts(filter, page);
      return { ...found, items: await posts.staffCards(viewer, found.items) };
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

/** Few combinations have an index together with words. */
function checkWords(q: string | undefined, sort: string, filters: Readonly<Record<string, unknown>>): void {
  if (!q) return;
  if (sort !== 'created') throw new AppError('bad-request', 'What is found by words is sorted by creation');
  if (filtersIn(filters) > STAFF_LIST_LIMITS.filtersWithWords) {
    throw new AppError('bad-request', `At most ${STAFF_LIST_LIMITS.filtersWithWords} filters beside words`);
  }
}
