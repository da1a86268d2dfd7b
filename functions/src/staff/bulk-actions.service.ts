import type { BulkAction, BulkResult } from '@inkwell/shared/bulk-actions';
import { AppError } from '@inkwell/shared/errors';
import { canManagePosts, type Viewer } from '@inkwell/shared/permissions';
import type { PostPatch } from '@inkwell/shared/posts';
import { newId } from '../common/ids.ts';
import type { Kept, PostService } from '../posts/posts.service.ts';
import type { TagService } from '../tags/tags.service.ts';

export interface BulkActionService {
  /**
   * Acts on each post like the call for a single post. Safe to repeat; posts that the call does not find are `not-found`.
   * @throws AppError `forbidden`; `bad-request` for an unknown category
   */
  onPosts(actor: NonNullable<Viewer>, action: BulkAction): Promise<BulkResult[]>;
  /** The changes of an action to each post, with new tags created. @throws AppError `bad-request` for an unknown category, and without tags */
  prepare(actor: NonNullable<Viewer>, action: PostAction): Promise<PreparedAction>;
  /** Makes the prepared changes of an action to each of these posts. */
  changeEach(actor: NonNullable<Viewer>, changes: ReadonlyMap<string, Change>, kept: Kept): Promise<BulkResult[]>;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Any action on posts. */
export type PostAction = DistributiveOmit<Exclude<BulkAction, { action: 'undo' }>, 'ids'>;

/** An action in its stored form. */
export interface PreparedAction {
  readonly action: PostAction['action'];
  readonly categoryId: number | null;
  /** The action's other parameters. */
  readonly values: BulkValues | null;
}

export interface BulkValues {
  readonly tagChange?: { add: string[]; remove: string[] } | undefined;
  readonly authorIds?: string[] | undefined;
  readonly seriesId?: string | null | undefined;
  readonly isFeatured?: boolean | undefined;
}

interface Dependencies {
  readonly posts: Pick<PostService, 'change' | 'remove' | 'undelete' | 'checkCategory'>;
  readonly tags: Pick<TagService, 'idsOf' | 'known'>;
  /** Receives unexpected errors of single posts. */
  readonly onError: (message: string, error: unknown) => void;
}

/** The number of posts changed in parallel. */
const PARALLEL = 4;

export function createBulkActionService({ posts, tags, onError }: Dependencies): BulkActionService {
  async function resultOf(id: string, act: () => Promise<BulkResult['undo']>): Promise<BulkResult> {
    try {
      return { id, ok: true, status: 200, message: null, undo: await act() };
    } catch (error) {
      const refusal = error instanceof AppError ? error : new AppError('internal', undefined, { cause: error });
      if (refusal.code === 'internal') onError(`a bulk action failed on post ${id}`, error);
      return { id, ok: false, status: refusal.status, message: refusal.message, undo: null };
    }
  }

  /** @returns how to undo the change, if possible */
  async function make(
    actor: NonNullable<Viewer>,
    [id, change]: readonly [string, Change],
    kept: Kept,
  ): Promise<BulkResult['undo']> {
    if (change === 'delete') await posts.remove(actor, id, kept);
    else if (change === 'undelete') await posts.undelete(actor, id, kept);
    else if ('trashBase' in change) await posts.remove(actor, id, { ...kept, base: change.trashBase });
    else {
      const { tagChange, ...patch } = change;
      return (await posts.change(actor, id, patch, { ...kept, ...(tagChange && { tagChange }) })).undo;
    }
    return null;
  }

  const changeEach: BulkActionService['changeEach'] = async (actor, changes, kept) => {
    if (!canManagePosts(actor)) throw new AppError('forbidden');
    const results = new Map<string, BulkResult>();
    const waiting = [...changes];
    const actOnWaiting = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const own = next;
        results.set(own[0], await resultOf(own[0], () => make(actor, own, kept)));
      }
    };
    // Posts join a series one after the other, in order.
    const isInOrder = [...changes.values()].some((change) => typeof change === 'object' && 'seriesId' in change);
    await Promise.all(Array.from({ length: isInOrder ? 1 : PARALLEL }, actOnWaiting));
    return [...changes.keys()].flatMap((id) => results.get(id) ?? []);
  };

  const prepare: BulkActionService['prepare'] = async (actor, input) => {
    const { action } = input;
    if (action === 'category') {
      await posts.checkCategory(input.categoryId);
      return { action, categoryId: input.categoryId, values: null };
    }
    const prepared = (values: BulkValues | null) => ({ action, categoryId: null, values });
    if (action === 'authors') return prepared({ authorIds: input.authorIds });
    if (action === 'series') return prepared({ seriesId: input.seriesId });
    if (action === 'featured') return prepared({ isFeatured: input.isFeatured });
    if (action !== 'tags') return prepared(null);
    if (input.add.length + input.remove.length === 0) throw new AppError('bad-request', 'No tags');
    const add = await tags.idsOf(actor, input.add);
    // A name without a tag is on no post.
    const known = await tags.known(input.remove);
    return prepared({ tagChange: { add, remove: [...known.values()].map(({ id }) => id) } });
  };

  return {
    async onPosts(actor, action) {
      if (!canManagePosts(actor)) throw new AppError('forbidden');
      const runId = newId('bulk-action', actor.id, null);
      if (action.action === 'undo') {
        const changes = action.changes.map(({ id, ...change }) => [id, { ...change, undo: true }] as const);
        return changeEach(actor, new Map(changes), { runId });
      }
      const change = changeOf(await prepare(actor, action));
      const results = await changeEach(actor, new Map(inOrderOf(action, action.ids).map((id) => [id, change])), {
        runId,
      });
      const byId = new Map(results.map((result) => [result.id, result]));
      return [...new Set(action.ids)].flatMap((id) => byId.get(id) ?? []);
    },
    prepare,
    changeEach,
  };
}

/** `trashBase`: moves the post to the trash unless it was edited since. */
export type Change = (PostPatch & Pick<BulkValues, 'tagChange'>) | 'delete' | 'undelete' | { readonly trashBase: Date };

/** The order in which the posts of a list are changed: posts join a series from the end of the list, which has the oldest ones. */
export const inOrderOf = ({ action }: Pick<PostAction, 'action'>, ids: readonly string[]): readonly string[] =>
  action === 'series' ? ids.toReversed() : ids;

/** The changes of an action to each post. */
export function changeOf({
  action,
  categoryId = null,
  values = null,
}: Partial<PreparedAction> & Pick<PreparedAction, 'action'>): Change {
  if (action === 'delete' || action === 'undelete') return action;
  if (action === 'category') return { categoryId };
  return values ?? { isPublished: action === 'publish' };
}
