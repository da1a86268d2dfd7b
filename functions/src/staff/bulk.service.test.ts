import type { BulkRunInput } from '@inkwell/shared/bulk-actions';
import { AppError } from '@inkwell/shared/errors';
import { describe, expect, it } from 'vitest';
import type { PostService } from '../posts/posts.service.ts';
import type { TagService } from '../tags/tags.service.ts';
import { partOf } from '../testing/parts.ts';
import { endOf } from '../testing/refusals.ts';
import { createBulkActionService } from './bulk-actions.service.ts';
import { createBulkRunSteps } from './bulk-run-steps.service.ts';
import type { BulkRunRepository, RunShard, StoredRun } from './bulk-runs.repository.ts';
import { createBulkRunService } from './bulk-runs.service.ts';

const STAFF = { id: 'mod', role: 'moderator' } as const;
const UNDO = { baseUpdatedAt: '2026-01-14T00:00:00.000Z', isPublished: true };
const RUN: StoredRun = {
  id: 'run',
  ownerId: 'mod',
  action: 'unpublish',
  categoryId: null,
  values: null,
  isUndo: false,
  isStopWanted: false,
  endedAs: null,
  total: 3,
  done: 0,
  changed: 0,
  failed: 0,
  failures: [],
};

describe('a bulk action', () => {
  it('returns a result for each post in order, and logs only unexpected errors', async () => {
    const errors: string[] = [];
    const service = createBulkActionService({
      posts: partOf<PostService>({
        async change(_, id) {
          if (id === 'gone') throw new AppError('not-found');
          if (id === 'broken') throw new Error('Broken');
          return partOf({ undo: null });
        },
      }),
      tags: partOf<TagService>({}),
      onError: (message) => void errors.push(message),
    });
    const results = await service.onPosts(STAFF, { action: 'publish', ids: ['gone', 'broken', 'a', 'b', 'c', 'd'] });
    expect(results.map(({ id, ok, status }) => [id, ok, status])).toEqual([
      ['gone', false, 404],
      ['broken', false, 500],
      ...['a', 'b', 'c', 'd'].map((id) => [id, true, 200]),
    ]);
    expect(results[0]).toMatchObject({ message: expect.any(String), undo: null });
    expect(errors).toEqual(['a bulk action failed on post broken']);
  });
});

describe('a step of a run', () => {
  async function step(given: {
    run?: Partial<StoredRun> | null;
    shard?: Partial<RunShard> | null;
    owner?: object | null;
    isUndo?: boolean;
    from?: number;
    statuses?: Readonly<Record<string, number>>;
  }) {
    const calls: unknown[][] = [];
    const { run = {}, shard = {}, owner = {}, isUndo = false, from = 0, statuses = {} } = given;
    const steps = createBulkRunSteps({
      runs: {
        find: async () => run && { ...RUN, ...run },
        shardAt: async () => shard && { id: 'shard', ids: ['a', 'b', 'c'], kept: {}, ...shard },
        async advance(id, page) {
          calls.push(['advance', id, page]);
          return RUN;
        },
        end: async (id) => void calls.push(['end', id]),
      },
      bulkActions: {
        async changeEach(actor, changes, kept) {
          calls.push(['change', actor.id, [...changes], kept]);
          return [...changes.keys()].map((id) => {
            const status = statuses[id] ?? 200;
            return {
              id,
              ok: status === 200,
              status,
              message: 'No',
              undo: id === 'same' ? null : UNDO,
            };
          });
        },
      },
      users: { find: async () => owner && ({ ...STAFF, isBlocked: false, ...owner } as never) },
    });
    const answer = await steps.step('run', isUndo, from);
    const page = calls.find(([name]) => name === 'advance')?.[2];
    return { answer, calls, page, changes: calls.find(([name]) => name === 'change')?.[2] };
  }
  const ENDED = { count: 0, next: null };

  it.each([
    ['is gone', { run: null }, []],
    ['is taken back meanwhile', { run: { isUndo: true } }, []],
    ['has ended', { run: { endedAs: 'done' as const } }, []],
    ['is stopped', { run: { isStopWanted: true } }, [['end', 'run']]],
    ['has no more posts', { shard: null }, [['end', 'run']]],
    ['has no owner any more', { owner: null }, [['end', 'run']]],
    ['has a blocked owner', { owner: { isBlocked: true } }, [['end', 'run']]],
    ['has an owner who is no staff any more', { owner: { role: 'user' } }, [['end', 'run']]],
  ])('changes nothing if the run %s', async (_, given, expected) => {
    const { answer, calls } = await step(given);
    expect(answer).toEqual(ENDED);
    expect(calls).toEqual(expected);
  });

  it('changes 25 posts from its position, and returns the next position', async () => {
    const ids = Array.from({ length: 60 }, (_, n) => `p${n}`);
    const { answer, page, changes } = await step({ shard: { ids }, from: 510 });
    expect(answer).toEqual({ count: 25, next: 535 });
    expect(changes).toEqual(ids.slice(10, 35).map((id) => [id, { isPublished: false }]));
    expect(page).toEqual({ from: 510, to: 535, isUndo: false, changed: 25, failures: [] });
  });

  it.each([
    ['delete', false, 1, []],
    ['undelete', false, 1, ['b']],
    ['delete', true, 1, ['b']],
  ] as const)('of %s (taken back: %s) counts a post that is gone', async (action, isUndo, changed, failed) => {
    const kept = isUndo ? { same: UNDO, b: UNDO } : {};
    const { page } = await step({
      run: { action, isUndo },
      isUndo,
      shard: { ids: ['same', 'b'], kept },
      statuses: { b: 404 },
    });
    expect(page).toMatchObject({ changed, failures: failed.map((id) => ({ id, message: 'No' })) });
  });
});

describe('a run', () => {
  const INPUT: BulkRunInput = { action: 'unpublish', filter: {}, count: 2 };

  function serviceOf({
    run = {} as Partial<StoredRun> | null,
    ids = ['a', 'b'] as string[] | null,
    created = 'created',
    job = null as object | null,
  } = {}) {
    return createBulkRunService({
      runs: partOf<BulkRunRepository>({
        find: async (id) => run && { ...RUN, ...run, id },
        create: async () => created as never,
      }),
      steps: partOf({}),
      lists: { postIds: async () => ids },
      bulkActions: { prepare: async (_, { action }) => ({ action, categoryId: null, values: null }) },
      jobs: { find: async () => job as never },
      runner: partOf({}),
      clock: { now: () => new Date(0) },
    });
  }

  it.each([
    ['another number matches', { ids: ['a'] }, {}, 'conflict', 'Not 2 but 1 post match now'],
    ['too many match', { ids: Array(5_001).fill('a') }, {}, 'conflict', 'Not 2 but more than 5,000 posts match now'],
    ['5,000 match', { ids: Array(5_000).fill('a') }, {}, 'conflict', 'Not 2 but 5,000 posts match now'],
    ['the number is unknown', { ids: null }, {}, 'bad-request', 'Too many posts to count those that match'],
    [
      'posts outside the trash are restored',
      {},
      { action: 'undelete' },
      'bad-request',
      'Posts in the trash can only be restored',
    ],
    [
      'posts in the trash are changed',
      {},
      { filter: { status: 'trash' } },
      'bad-request',
      'Posts in the trash can only be restored',
    ],
    ['another one runs', { created: 'busy' }, {}, 'conflict', 'Your last change of many posts is still running'],
  ])('is refused if %s', async (_, given, input, code, message) => {
    const service = serviceOf({ run: null, ...given });
    expect(await endOf(service.begin(STAFF, null, { ...INPUT, ...input } as never))).toEqual({ code, message });
  });

  const ofRun = (runId: string, status = 'running') => ({ status, params: { runId } });
  it.each([
    ['running', {}, null],
    ['done', { endedAs: 'done' as const }, null],
    ['stopped', { endedAs: 'stopped' as const, total: 101 }, ofRun('run')],
    ['running', { total: 101 }, ofRun('run')],
    ['failed', { total: 101 }, ofRun('run', 'failed')],
    ['failed', { total: 101 }, ofRun('earlier')],
    ['failed', { total: 101 }, null],
    ['running', { total: 100 }, null],
  ])('is shown as %s: %o with the job %o', async (status, run, job) => {
    const { ownerId, categoryId, values, isStopWanted, endedAs, ...shown } = { ...RUN, ...run };
    expect(await serviceOf({ run, job }).find(STAFF, 'run')).toEqual({ ...shown, status });
  });
});
