import { canManagePosts } from '@inkwell/shared/permissions';
import type { UserRepository } from '../users/users.repository.ts';
import { type BulkActionService, type Change, changeOf } from './bulk-actions.service.ts';
import { type BulkRunRepository, RUN_SHARD_POSTS, type RunShard, type StoredRun } from './bulk-runs.repository.ts';

interface Dependencies {
  readonly runs: Pick<BulkRunRepository, 'find' | 'shardAt' | 'advance' | 'end'>;
  readonly bulkActions: Pick<BulkActionService, 'changeEach'>;
  readonly users: Pick<UserRepository, 'find'>;
}

/** Carries out runs, several posts at a time. */
export interface BulkRunSteps {
  /**
   * Changes the next posts of a run, for its owner. Safe to repeat and to interrupt. A run ends if its owner may no longer manage posts.
   * @returns the number of handled posts, and the position of the next one; null after the last
   */
  step(runId: string, isUndo: boolean, from: number): Promise<{ count: number; next: number | null }>;
}

/** The number of posts per step: a few seconds of work, after which the run can be stopped. */
const STEP_POSTS = 25;

const ENDED = { count: 0, next: null } as const;

export function createBulkRunSteps({ runs, bulkActions, users }: Dependencies): BulkRunSteps {
  return {
    async step(runId, isUndo, from) {
      const run = await runs.find(runId);
      if (!run || run.isUndo !== isUndo || run.endedAs) return ENDED;
      const [owner, shard] = await Promise.all([users.find(run.ownerId), runs.shardAt(runId, from)]);
      if (run.isStopWanted || !shard || !owner || owner.isBlocked || !canManagePosts(owner)) {
        await runs.end(runId);
        return ENDED;
      }
      const start = from % RUN_SHARD_POSTS;
      const ids = shard.ids.slice(start, start + STEP_POSTS);
      const changes = isUndo ? changesBack(run, shard, ids) : changesOf(run, shard, ids);
      const kept = isUndo ? { runId: `${runId}-undo` } : { runId, keptIn: shard.id };
      const results = await bulkActions.changeEach(owner, changes, kept);
      const isGone = (status: number) => run.action === 'delete' && !isUndo && status === 404;
      const failures = results.flatMap(({ id, ok, status, message }) =>
        ok || isGone(status) ? [] : [{ id, message: message ?? 'Failed' }],
      );
      const isWritten = run.action === 'delete' || run.action === 'undelete' || isUndo;
      const changed = results.filter(({ ok, undo }) => ok && (isWritten || undo)).length;
      const earlier = isUndo ? 0 : ids.length - changes.size;
      const to = from + ids.length;
      const after = await runs.advance(runId, { from, to, isUndo, changed: changed + earlier, failures });
      return { count: ids.length, next: after === null || after.endedAs ? null : to };
    },
  };
}

/** Posts that an interrupted step has changed are skipped, because somebody may have changed them back. */
const changesOf = (run: StoredRun, { kept }: RunShard, ids: readonly string[]): ReadonlyMap<string, Change> =>
  new Map(ids.filter((id) => !kept[id]).map((id) => [id, changeOf(run)]));

function changesBack({ action }: StoredRun, { kept }: RunShard, ids: readonly string[]): ReadonlyMap<string, Change> {
  const changes = ids.flatMap((id): [string, Change][] => {
    const undo = kept[id];
    if (!undo) return [];
    if (action === 'delete') return [[id, 'undelete']];
    if (action === 'undelete') return [[id, { trashBase: new Date(undo.baseUpdatedAt) }]];
    return [[id, { ...undo, undo: true }]];
  });
  return new Map(changes);
}
