import type { BulkRunInput } from '@inkwell/shared/bulk-actions';
import { AppError } from '@inkwell/shared/errors';
import { describe, expect, it } from 'vitest';
import { partOf } from '../testing/parts.ts';
import { endOf } from '../testing/refusals.ts';
import { changeOf, createBulkActionService } from './bulk-actions.service.ts';
import { createBulkRunSteps } from './bulk-run-steps.service.ts';
import type { RunShard, StoredRun } from './bulk-runs.repository.ts';
import { createBulkRunService } from './bulk-runs.service.ts';

const STAFF = { id: 'mod', role: 'moderator' } as const;
const WRITER = { id: 'writer', role: 'user', writing: 'author' } as const;
const NOW = new Date(Date.UTC(2026, 0, 15));
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
const OF_RUN = { runId: expect.any(String) };

describe('a bulk action', () => {
  function actionsOf() {
    const calls: unknown[][] = [];
    const errors: string[] = [];
    const note =
      (name: string) =>
      async (_: unknown, id: string, ...rest: unknown[]) => {
        calls.push([name, id, ...rest]);
        if (id === 'gone') throw new AppError('not-found');
        if (id === 'broken') throw new Error('Broken');
        return { undo: UNDO };
      };
    const service = createBulkActionService({
      posts: {
        change: note('change') as never,
        remove: note('remove') as never,
        undelete: note('undelete') as never,
        checkCategory: async (id) => void calls.push(['checkCategory', id]),
      },
      tags: {
        idsOf: async (_, names) => names.map((name) => `id of ${name}`),
        known: async (names) =>
          new Map(names.filter((name) => name !== 'New').map((name) => [name, partOf({ id: `id of ${name}` })])),
      },
      onError: (message) => void errors.push(message),
    });
    return { service, calls, errors };
  }

  it('is refused to people who do not manage posts', async () => {
    const { service, calls } = actionsOf();
    expect(await endOf(service.onPosts(WRITER, { action: 'delete', ids: ['a'] }))).toMatchObject({
      code: 'forbidden',
    });
    expect(await endOf(service.changeEach(WRITER, new Map([['a', 'delete']]), {}))).toMatchObject({
      code: 'forbidden',
    });
    expect(calls).toEqual([]);
  });

  it.each([
    [{ action: 'delete' }, ['remove', 'a', OF_RUN], null],
    [{ action: 'undelete' }, ['undelete', 'a', OF_RUN], null],
    [{ action: 'publish' }, ['change', 'a', { isPublished: true }, OF_RUN], UNDO],
    [{ action: 'unpublish' }, ['change', 'a', { isPublished: false }, OF_RUN], UNDO],
    [{ action: 'category', categoryId: 3 }, ['change', 'a', { categoryId: 3 }, OF_RUN], UNDO],
    [
      { action: 'tags', add: ['Tea'], remove: ['Milk', 'New'] },
      [...['change', 'a', {}], { ...OF_RUN, tagChange: { add: ['id of Tea'], remove: ['id of Milk'] } }],
      UNDO,
    ],
    [{ action: 'authors', authorIds: ['ada'] }, ['change', 'a', { authorIds: ['ada'] }, OF_RUN], UNDO],
    [{ action: 'series', seriesId: null }, ['change', 'a', { seriesId: null }, OF_RUN], UNDO],
    [{ action: 'featured', isFeatured: true }, ['change', 'a', { isFeatured: true }, OF_RUN], UNDO],
    [{ action: 'category', categoryId: null }, ['change', 'a', { categoryId: null }, OF_RUN], UNDO],
  ])('has the same effect as the call for a single post: %o', async (action, call, undo) => {
    const { service, calls } = actionsOf();
    const results = await service.onPosts(STAFF, { ...action, ids: ['a'] } as never);
    expect(results).toEqual([{ id: 'a', ok: true, status: 200, message: null, undo }]);
    const checked = 'categoryId' in action ? [['checkCategory', action.categoryId]] : [];
    expect(calls).toEqual([...checked, call]);
  });

  it('undoes changes, each with its own fields', async () => {
    const { service, calls } = actionsOf();
    await service.onPosts(STAFF, { action: 'undo', changes: [{ id: 'a', ...UNDO }] });
    expect(calls).toEqual([['change', 'a', { ...UNDO, undo: true }, OF_RUN]]);
  });

  it('stores its changes if requested by a run', async () => {
    const { service, calls } = actionsOf();
    await service.changeEach(
      STAFF,
      new Map([
        ['a', 'delete'],
        ['b', 'undelete'],
        ['c', { trashBase: NOW }],
        ['d', {}],
      ] as never),
      { keptIn: 'shard', runId: 'run' },
    );
    expect(calls).toEqual([
      ['remove', 'a', { keptIn: 'shard', runId: 'run' }],
      ['undelete', 'b', { keptIn: 'shard', runId: 'run' }],
      ['remove', 'c', { keptIn: 'shard', runId: 'run', base: NOW }],
      ['change', 'd', {}, { keptIn: 'shard', runId: 'run' }],
    ]);
  });

  it('returns a result for each post in order, and logs only unexpected errors', async () => {
    const { service, errors } = actionsOf();
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
    after?: Partial<StoredRun> | null;
  }) {
    const calls: unknown[][] = [];
    const { run = {}, shard = {}, owner = {}, isUndo = false, from = 0, statuses = {}, after = {} } = given;
    const steps = createBulkRunSteps({
      runs: {
        find: async () => run && { ...RUN, ...run },
        shardAt: async () => shard && { id: 'shard', ids: ['a', 'b', 'c'], kept: {}, ...shard },
        async advance(id, page) {
          calls.push(['advance', id, page]);
          return after && { ...RUN, ...after };
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
              message: status === 409 ? null : 'No',
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

  it('acts for the owner, and skips posts that an interrupted step has changed', async () => {
    const { calls, page } = await step({ shard: { kept: { b: UNDO } } });
    expect(calls[0]).toEqual([
      'change',
      'mod',
      ['a', 'c'].map((id) => [id, { isPublished: false }]),
      { keptIn: 'shard', runId: 'run' },
    ]);
    expect(page).toMatchObject({ changed: 3, failures: [] });
  });

  it.each([
    ['delete', 'undelete'],
    ['undelete', { trashBase: new Date(UNDO.baseUpdatedAt) }],
    ['unpublish', { ...UNDO, undo: true }],
  ] as const)('takes back only what was changed by %s', async (action, change) => {
    const { calls, page } = await step({ run: { action, isUndo: true }, isUndo: true, shard: { kept: { b: UNDO } } });
    expect(calls[0]).toEqual(['change', 'mod', [['b', change]], { runId: 'run-undo' }]);
    expect(page).toMatchObject({ isUndo: true, to: 3, changed: 1 });
  });

  it('counts posts that it changed, and those where it failed with the reason', async () => {
    const { page } = await step({ shard: { ids: ['same', 'a', 'b', 'c'] }, statuses: { b: 404, c: 409 } });
    expect(page).toMatchObject({
      changed: 1,
      failures: [
        { id: 'b', message: 'No' },
        { id: 'c', message: 'Failed' },
      ],
    });
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

  it.each([[{ endedAs: 'done' as const }], [null]])('is the last after %o', async (after) => {
    expect((await step({ after })).answer).toEqual({ count: 3, next: null });
  });
});

describe('a run', () => {
  const INPUT: BulkRunInput = { action: 'unpublish', filter: {}, count: 2 };

  function runsOf(
    given: {
      run?: Partial<StoredRun> | null;
      ids?: string[] | null;
      created?: string;
      begun?: string;
      job?: object | null;
    } = {},
  ) {
    const calls: unknown[][] = [];
    const { run = {}, ids = ['a', 'b'], created = 'created', begun = 'begun', job = null } = given;
    let isStored = run !== null;
    let isJobRead = false;
    const service = createBulkRunService({
      runs: partOf({
        find: async (id: string) => (isStored ? { ...RUN, ...run, id } : null),
        async create(
          one: object,
          posts: readonly string[],
          { job: made, at }: { job: { about: string | null } | null; at: Date },
        ) {
          calls.push(['create', { ...one, id: 'run' }, posts, made?.about ?? null, at]);
          isStored = true;
          return created as never;
        },
        async beginUndo(id: string, { job: made, at }: { job: { about: string | null } | null; at: Date }) {
          calls.push(['beginUndo', id, made?.about ?? null, at]);
          return begun as never;
        },
        stop: async (id: string) => void calls.push(['stop', id]),
      }),
      steps: {
        async step(_, isUndo, from) {
          calls.push(['step', isUndo, from]);
          return { count: 1, next: from < 1 ? from + 1 : null };
        },
      },
      lists: {
        async postIds(actor, filter, max) {
          calls.push(['postIds', actor.id, filter, max]);
          return ids;
        },
      },
      bulkActions: {
        async prepare(_, { action, ...input }) {
          calls.push(['prepare', action, 'categoryId' in input ? input.categoryId : null]);
          return { action, categoryId: 'categoryId' in input ? input.categoryId : null, values: null };
        },
      },
      jobs: {
        async find() {
          isJobRead = true;
          return job as never;
        },
      },
      runner: { begin: async (id: string) => void calls.push(['runner', id]) } as never,
      clock: { now: () => NOW },
    });
    return { service, calls, isJobRead: () => isJobRead };
  }

  it('begins with the matching posts, and is carried out before the answer', async () => {
    const { service, calls } = runsOf({ run: null });
    await service.begin(STAFF, null, INPUT);
    expect(calls).toEqual([
      ['postIds', 'mod', {}, 5_000],
      ['prepare', 'unpublish', null],
      [
        'create',
        { id: 'run', ownerId: 'mod', action: 'unpublish', categoryId: null, values: null },
        ['a', 'b'],
        null,
        NOW,
      ],
      ['step', false, 0],
      ['step', false, 1],
    ]);
  });

  it('on more than 100 posts is a job', async () => {
    for (const [count, about] of [
      [100, null],
      [101, 'unpublishing 101 posts'],
    ] as const) {
      const ids = Array.from({ length: count }, (_, n) => `p${n}`);
      const { service, calls } = runsOf({ run: null, ids });
      await service.begin(STAFF, null, { ...INPUT, count });
      expect(calls[2]?.[3]).toBe(about);
    }
    const { service, calls } = runsOf({ run: { total: 101 } });
    await service.begin(STAFF, 'key', INPUT);
    await service.stop(STAFF, 'run');
    await service.undo(STAFF, 'run');
    expect(calls).toEqual([
      ['runner', 'posts-of-mod'],
      ['stop', 'run'],
      ['runner', 'posts-of-mod'],
      ['beginUndo', 'run', 'taking back unpublishing 101 posts', NOW],
      ['runner', 'posts-of-mod'],
    ]);
  });

  it('continues under the same key only', async () => {
    const { service, calls } = runsOf({ run: { done: 1 } });
    await service.begin(STAFF, 'key', INPUT);
    expect(calls).toEqual([['step', false, 1]]);
    const other = runsOf();
    await other.service.begin(STAFF, null, INPUT);
    expect(other.calls[2]?.[0]).toBe('create');
  });

  it('moves posts only to a category that exists', async () => {
    const { service, calls } = runsOf({ run: null });
    await service.begin(STAFF, null, { ...INPUT, action: 'category', categoryId: 3 });
    expect(calls[1]).toEqual(['prepare', 'category', 3]);
    expect(calls[2]?.[1]).toMatchObject({ action: 'category', categoryId: 3 });
  });

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
    const { service } = runsOf({ run: null, ...given });
    expect(await endOf(service.begin(STAFF, null, { ...INPUT, ...input } as never))).toEqual({ code, message });
  });

  it('restores posts in the trash', async () => {
    const { service } = runsOf({ run: null });
    expect(
      await endOf(service.begin(STAFF, null, { ...INPUT, action: 'undelete', filter: { status: 'trash' } })),
    ).toBeNull();
  });

  it('adds the oldest post, which is last in the list, first to a series', async () => {
    const { service, calls } = runsOf({ run: null });
    await service.begin(STAFF, null, { ...INPUT, action: 'series', seriesId: 's' });
    expect(calls[2]?.[2]).toEqual(['b', 'a']);
  });

  it('reads no job for somebody who does not manage posts', async () => {
    const { service, isJobRead } = runsOf();
    expect(await endOf(service.find(WRITER, 'run'))).toMatchObject({ code: 'forbidden' });
    expect(isJobRead()).toBe(false);
  });

  it('belongs to its owner, who manages posts', async () => {
    const other = runsOf({ run: { ownerId: 'other' } }).service;
    const own = runsOf({ run: { ownerId: 'writer' } }).service;
    for (const act of ['find', 'stop', 'undo'] as const) {
      expect(await endOf(other[act](STAFF, 'run'))).toMatchObject({ code: 'not-found' });
      expect(await endOf(own[act](WRITER, 'run'))).toMatchObject({ code: 'forbidden' });
    }
    expect(await endOf(own.begin(WRITER, null, INPUT))).toMatchObject({ code: 'forbidden' });
  });

  it('cannot be undone while another one runs', async () => {
    const { service, calls } = runsOf({ begun: 'busy' });
    expect(await endOf(service.undo(STAFF, 'run'))).toMatchObject({ code: 'conflict' });
    expect(calls.map(([name]) => name)).toEqual(['beginUndo']);
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
    expect(await runsOf({ run, job }).service.find(STAFF, 'run')).toEqual({ ...shown, status });
  });
});

it('restores and deletes by name', () => {
  expect([changeOf({ action: 'delete' }), changeOf({ action: 'undelete' })]).toEqual(['delete', 'undelete']);
  expect(changeOf({ action: 'category' })).toEqual({ categoryId: null });
});
