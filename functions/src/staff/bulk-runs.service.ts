import { BULK_POSTS_MAX, BULK_RUN_MAX, type BulkRun, type BulkRunInput } from '@inkwell/shared/bulk-actions';
import { AppError } from '@inkwell/shared/errors';
import { counted, wholeNumber } from '@inkwell/shared/format';
import { type Actor, canManagePosts } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import { newId } from '../common/ids.ts';
import type { JobTable } from '../jobs/jobs.repository.ts';
import type { Runner } from '../jobs/runner.ts';
import { type BulkActionService, inOrderOf } from './bulk-actions.service.ts';
import { runJob, runJobId } from './bulk-run.job.ts';
import type { BulkRunSteps } from './bulk-run-steps.service.ts';
import type { BulkRunRepository, StoredRun } from './bulk-runs.repository.ts';
import type { StaffListService } from './staff-lists.service.ts';

interface Dependencies {
  readonly runs: BulkRunRepository;
  readonly steps: BulkRunSteps;
  readonly lists: Pick<StaffListService, 'postIds'>;
  readonly bulkActions: Pick<BulkActionService, 'prepare'>;
  readonly jobs: Pick<JobTable, 'find'>;
  readonly runner: Pick<Runner, 'begin'>;
  readonly clock: Clock;
}

/**
 * Bulk actions on named posts, or on all matches. Up to 100 posts are changed before the answer; more are changed in a job. @throws AppError
 * `forbidden`; `not-found`, also for somebody else's run
 */
export interface BulkRunService {
  /**
   * Fixes the list of posts, then changes them. A repeated key continues or returns the same run.
   * @throws AppError `bad-request` also if the number of matches is unknown; `conflict` if it differs from what the caller saw, and while a job of
   * the account runs
   */
  begin(actor: Actor, key: string | null, input: BulkRunInput): Promise<BulkRun>;
  find(actor: Actor, id: string): Promise<BulkRun>;
  /** Ends the run after the posts that it is currently changing. Safe to repeat. */
  stop(actor: Actor, id: string): Promise<BulkRun>;
  /**
   * Restores the earlier state of each post that the run changed, unless the post was edited since. Safe to repeat. @throws AppError `conflict` while
   * a job of the account runs
   */
  undo(actor: Actor, id: string): Promise<BulkRun>;
}

const BUSY = 'Your last change of many posts is still running';

export function createBulkRunService(dependencies: Dependencies): BulkRunService {
  const { runs, steps, lists, bulkActions, jobs, runner, clock } = dependencies;

  const isLong = ({ total }: Pick<StoredRun, 'total'>): boolean => total > BULK_POSTS_MAX;
  const jobOf = (run: Pick<StoredRun, 'id' | 'ownerId' | 'action' | 'total'>, isUndo: boolean) =>
    isLong(run) ? runJob(run, isUndo) : null;

  function check(actor: Actor): void {
    if (!canManagePosts(actor)) throw new AppError('forbidden');
  }

  async function own(actor: Actor, id: string): Promise<StoredRun> {
    check(actor);
    const run = await runs.find(id);
    if (run?.ownerId !== actor.id) throw new AppError('not-found');
    return run;
  }

  async function shown(actor: Actor, id: string): Promise<BulkRun> {
    check(actor);
    // The run ends before its job, so it is read later.
    const job = await jobs.find(runJobId(actor.id));
    const run = await own(actor, id);
    const { ownerId: _owner, categoryId: _category, values: _values, isStopWanted: _stop, endedAs, ...rest } = run;
    const isWorkedOn = job?.status === 'running' && (job.params as { runId?: unknown }).runId === id;
    return { ...rest, status: endedAs ?? (isWorkedOn || !isLong(run) ? 'running' : 'failed') };
  }

  async function carryOut(actor: Actor, id: string): Promise<BulkRun> {
    const run = await own(actor, id);
    if (isLong(run)) await runner.begin(runJobId(actor.id));
    else for (let at: number | null = run.done; at !== null; ) at = (await steps.step(id, run.isUndo, at)).next;
    return shown(actor, id);
  }

  /** @returns the posts of a run. @throws AppError */
  async function idsOf(actor: Actor, { action, ids: named, filter, count }: BulkRunInput): Promise<readonly string[]> {
    if (named) return [...new Set(named)];
    if (!filter || count === undefined) throw new AppError('bad-request');
    if ((action === 'undelete') !== (filter.status === 'trash')) {
      throw new AppError('bad-request', 'Posts in the trash can only be restored');
    }
    const ids = await lists.postIds(actor, filter, BULK_RUN_MAX);
    if (!ids) throw new AppError('bad-request', 'Too many posts to count those that match');
    if (ids.length === count) return ids;
    const now =
      ids.length > BULK_RUN_MAX ? `more than ${wholeNumber(BULK_RUN_MAX)} posts` : counted(ids.length, 'post', 'posts');
    throw new AppError('conflict', `Not ${wholeNumber(count)} but ${now} match now`);
  }

  return {
    async begin(actor, key, input) {
      check(actor);
      const id = newId('bulk-run', actor.id, key);
      if (key === null || !(await runs.find(id))) {
        const ids = inOrderOf(input, await idsOf(actor, input));
        const run = { id, ownerId: actor.id, ...(await bulkActions.prepare(actor, input)) };
        const job = jobOf({ ...run, total: ids.length }, false);
        if ((await runs.create(run, ids, { job, at: clock.now() })) === 'busy') throw new AppError('conflict', BUSY);
      }
      return carryOut(actor, id);
    },

    find: shown,

    async stop(actor, id) {
      const run = await own(actor, id);
      await runs.stop(id);
      // Nobody works on the job between two runs of the function `work`.
      if (isLong(run)) await runner.begin(runJobId(actor.id));
      return shown(actor, id);
    },

    async undo(actor, id) {
      const run = await own(actor, id);
      if ((await runs.beginUndo(id, { job: jobOf(run, true), at: clock.now() })) === 'busy') {
        throw new AppError('conflict', BUSY);
      }
      return carryOut(actor, id);
    },
  };
}
