import type { BulkAction, BulkResult } from '@inkwell/shared/bulk-actions';
import { AppError } from '@inkwell/shared/errors';
import { canManagePosts, type Viewer } from '@inkwell/shared/permissions';
import type { PostPatch } from '@inkwell/shared/posts';
import type { PostService } from '../posts/posts.service.ts';

export interface BulkActionService {
  /**
   * Acts on each post as the call for that post alone does. Safe to repeat; a post that was deleted before is answered `not-found`.
   * @throws AppError `forbidden`; `bad-request` for an unknown category
   */
  onPosts(actor: NonNullable<Viewer>, action: BulkAction): Promise<BulkResult[]>;
}

interface Dependencies {
  readonly posts: Pick<PostService, 'update' | 'remove' | 'checkCategory'>;
  /** Receives each unexpected failure of a single post. */
  readonly onError: (message: string, error: unknown) => void;
}

/** Posts that one call changes in parallel; deleting one also deletes its comments, likes and revisions. */
const PARALLEL = 4;

export function createBulkActionService({ posts, onError }: Dependencies): BulkActionService {
  async function resultOf(id: string, act: () => Promise<unknown>): Promise<BulkResult> {
    try {
      await act();
      return { id, ok: true, status: 200, message: null };
    } catch (error) {
      const refusal = error instanceof AppError ? error : new AppError('internal', undefined, { cause: error });
      if (refusal.code === 'internal') onError(`a bulk action failed on post ${id}`, error);
      return { id, ok: false, status: refusal.status, message: refusal.message };
    }
  }

  return {
    async onPosts(actor, action) {
      if (!canManagePosts(actor)) throw new AppError('forbidden');
      if (action.action === 'category') await posts.checkCategory(action.categoryId);
      const ids = [...new Set(action.ids)];
      const results = new Map<string, BulkResult>();
      const waiting = [...ids];
      const actOnWaiting = async () => {
        for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
          const own = id;
          const act = () =>
            action.action === 'delete' ? posts.remove(actor, own) : posts.update(actor, own, patchOf(action));
          results.set(own, await resultOf(own, act));
        }
      };
      await Promise.all(Array.from({ length: PARALLEL }, actOnWaiting));
      return ids.flatMap((id) => results.get(id) ?? []);
    },
  };
}

function patchOf(action: Exclude<BulkAction, { action: 'delete' }>): PostPatch {
  return action.action === 'category'
    ? { categoryId: action.categoryId }
    : { isPublished: action.action === 'publish' };
}
