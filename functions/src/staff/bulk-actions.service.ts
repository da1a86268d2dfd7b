import type { BulkAction, BulkResult } from '@inkwell/shared/bulk-actions';
import { AppError } from '@inkwell/shared/errors';
import { canManagePosts, type Viewer } from '@inkwell/shared/permissions';
import type { PostPatch } from '@inkwell/shared/posts';
import type { PostService } from '../posts/posts.service.ts';

export interface BulkActionService {
  /**
   * Acts on each post like the call for a single post. Safe to repeat; posts that the call does not find are `not-found`.
   * @throws AppError `forbidden`; `bad-request` for an unknown category
   */
  onPosts(actor: NonNullable<Viewer>, action: BulkAction): Promise<BulkResult[]>;
  /**
   * Changes each of these posts likewise, for a category that was checked.
   * @param keptIn where each change is kept so that it can be taken back
   */
  changeEach(actor: NonNullable<Viewer>, changes: ReadonlyMap<string, Change>, keptIn?: string): Promise<BulkResult[]>;
}

interface Dependencies {
  readonly posts: Pick<PostService, 'change' | 'remove' | 'undelete' | 'checkCategory'>;
  /** Receives unexpected errors of single posts. */
  readonly onError: (message: string, error: unknown) => void;
}

/** Posts changed in parallel. */
const PARALLEL = 4;

export function createBulkActionService({ posts, onError }: Dependencies): BulkActionService {
  async function resultOf(id: string, act: () => Promise<BulkResult['undo']>): Promise<BulkResult> {
    try {
      return { id, ok: true, status: 200, message: null, undo: await act() };
    } catch (error) {
      const refusal = error instanceof AppError ? error : new AppError('internal', undefined, { cause: error });
      if (refusal.code === 'internal') onError(`a bulk action failed on post ${id}`, error);
      return { id, ok: false, status: refusal.status, message: refusal.message, undo: null };
    }
  }

  /** @returns how to take the change back, if that is possible */
  async function make(
    actor: NonNullable<Viewer>,
    [id, change]: readonly [string, Change],
    keptIn: string | undefined,
  ): Promise<BulkResult['undo']> {
    if (change === 'delete') await posts.remove(actor, id, { keptIn });
    else if (change === 'undelete') await posts.undelete(actor, id, { keptIn });
    else if ('trashBase' in change) await posts.remove(actor, id, { keptIn, base: change.trashBase });
    else return (await posts.change(actor, id, change, { keptIn })).undo;
    return null;
  }

  const changeEach: BulkActionService['changeEach'] = async (actor, changes, keptIn) => {
    if (!canManagePosts(actor)) throw new AppError('forbidden');
    const results = new Map<string, BulkResult>();
    const waiting = [...changes];
    const actOnWaiting = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const own = next;
        results.set(own[0], await resultOf(own[0], () => make(actor, own, keptIn)));
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, actOnWaiting));
    return [...changes.keys()].flatMap((id) => results.get(id) ?? []);
  };

  return {
    async onPosts(actor, action) {
      if (!canManagePosts(actor)) throw new AppError('forbidden');
      if (action.action === 'category') await posts.checkCategory(action.categoryId);
      return changeEach(actor, changesOf(action));
    },
    changeEach,
  };
}

/** `trashBase`: to the trash, unless the post was edited since. */
export type Change = PostPatch | 'delete' | 'undelete' | { readonly trashBase: Date };

function changesOf(action: BulkAction): ReadonlyMap<string, Change> {
  if (action.action === 'undo')
    return new Map(action.changes.map(({ id, ...change }) => [id, { ...change, undo: true }]));
  const change = changeOf(action);
  return new Map(action.ids.map((id) => [id, change]));
}

/** What an action changes of each post. */
export function changeOf(action: {
  readonly action: Exclude<BulkAction['action'], 'undo'>;
  readonly categoryId?: number | null;
}): Change {
  if (action.action === 'delete' || action.action === 'undelete') return action.action;
  return action.action === 'category'
    ? { categoryId: action.categoryId ?? null }
    : { isPublished: action.action === 'publish' };
}
