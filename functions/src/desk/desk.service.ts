import { type BulkAct, type BulkResult, DESK_LIMITS } from '@inkwell/shared/desk';
import { AppError } from '@inkwell/shared/errors';
import { canManagePosts, isAdmin, isStaff, type Viewer } from '@inkwell/shared/permissions';
import type { PostPatch, StaffPostCard } from '@inkwell/shared/posts';
import type { User } from '@inkwell/shared/users';
import type { Clock } from '../common/clock.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import type { PostService } from '../posts/posts.service.ts';
import { toUser } from '../users/users.converter.ts';
import type { DeskRepository, PostChoice, UserChoice } from './desk.repository.ts';

type Actor = NonNullable<Viewer>;

interface Dependencies {
  readonly desk: DeskRepository;
  readonly posts: Pick<PostService, 'listAll' | 'staffCards' | 'update' | 'remove' | 'checkCategory'>;
  readonly clock: Clock;
  /** Told of what went wrong with one of many. */
  readonly onError: (message: string, error: unknown) => void;
}

/** Finding posts and accounts among many, and acting on many posts. */
export interface DeskService {
  /** @throws AppError `forbidden` for others than staff; `bad-request` for too many filters beside words, or another order than theirs */
  posts(viewer: Actor, choice: PostChoice, page: PageRequest): Promise<PageOfMany<StaffPostCard>>;
  /** The same for admins. */
  users(viewer: Viewer, choice: UserChoice, page: PageRequest): Promise<PageOfMany<User>>;
  /**
   * Acts on each post as the act on it alone does, one after the other. Safe to repeat; what was deleted is `not-found` then.
   * @throws AppError `forbidden`; `bad-request` for an unknown category
   */
  act(actor: Actor, act: BulkAct): Promise<BulkResult[]>;
}

/** Posts that are deleted at once: each takes what hangs on it along. */
const PARALLEL = 4;

export function createDeskService({ desk, posts, clock, onError }: Dependencies): DeskService {
  async function result(id: string, act: () => Promise<unknown>): Promise<BulkResult> {
    try {
      await act();
      return { id, ok: true, status: 200, message: null };
    } catch (error) {
      const refusal = error instanceof AppError ? error : new AppError('internal', undefined, { cause: error });
      if (refusal.code === 'internal') onError(`one of many posts failed: ${id}`, error);
      return { id, ok: false, status: refusal.status, message: refusal.message };
    }
  }

  return {
    async posts(viewer, choice, page) {
      if (!isStaff(viewer)) throw new AppError('forbidden');
      const { q, sort, ...filters } = choice;
      checkWords(q, sort, filters);
      // Their number is kept, so that nothing has to be counted.
      if (!q && sort === 'created' && named(filters) === 0) return posts.listAll(viewer, page);
      const { items, ...rest } = await desk.posts(choice, page);
      return { ...rest, items: await posts.staffCards(viewer, items) };
    },

    async users(viewer, choice, page) {
      if (!isAdmin(viewer)) throw new AppError('forbidden');
      const { q, sort, ...filters } = choice;
      checkWords(q, sort, filters);
      const at = clock.now();
      const { items, ...rest } = await desk.users(choice, page, at);
      return { ...rest, items: items.map((user) => toUser(user, at)) };
    },

    async act(actor, act) {
      if (!canManagePosts(actor)) throw new AppError('forbidden');
      const waiting = [...new Set(act.ids)];
      const ids = [...waiting];
      const results = new Map<string, BulkResult>();
      if (act.action === 'category') await posts.checkCategory(act.categoryId);
      const one = (id: string) =>
        act.action === 'delete' ? posts.remove(actor, id) : posts.update(actor, id, patchOf(act));
      const work = async () => {
        for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
          const own = id;
          results.set(own, await result(own, () => one(own)));
        }
      };
      await Promise.all(Array.from({ length: PARALLEL }, work));
      return ids.flatMap((id) => results.get(id) ?? []);
    },
  };
}

function patchOf(act: Exclude<BulkAct, { action: 'delete' }>): PostPatch {
  return act.action === 'category' ? { categoryId: act.categoryId } : { isPublished: act.action === 'publish' };
}

const named = (filters: Readonly<Record<string, unknown>>): number =>
  Object.values(filters).filter((value) => value !== undefined).length;

/** What is found by words is answered by few indexes. */
function checkWords(q: string | undefined, sort: string, filters: Readonly<Record<string, unknown>>): void {
  if (!q) return;
  if (sort !== 'created') throw new AppError('bad-request', 'What is found by words is sorted by creation');
  if (named(filters) > DESK_LIMITS.filtersWithWords) {
    throw new AppError('bad-request', `At most ${DESK_LIMITS.filtersWithWords} filters beside words`);
  }
}
