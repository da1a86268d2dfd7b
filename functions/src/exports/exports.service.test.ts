import { expect, it } from 'vitest';
import type { StoredJob } from '../jobs/job.ts';
import { partOf } from '../testing/parts.ts';
import type { StoredExport } from './exports.repository.ts';
import { createAdminExportService } from './exports.service.ts';

const NOW = new Date(Date.UTC(2026, 0, 15));
const LATER = new Date(NOW.getTime() + 60_000);
const ADMIN = { id: 'ada', role: 'admin' } as const;
const MAKING = partOf<StoredExport>({
  exportId: 'e',
  requestedAt: NOW,
  readyAt: null,
  expireAt: LATER,
  files: 0,
  bytes: null,
  url: null,
});
const READY = { ...MAKING, readyAt: NOW, files: 3, bytes: 9, url: '/e.zip' };

function serviceOf(stored: StoredExport | null, job: Partial<StoredJob> | null = null, isMaking = false) {
  const begun: string[] = [];
  const service = createAdminExportService({
    exports: { find: async () => stored, begin: async (id) => partOf({ exportId: isMaking ? 'earlier' : id }) },
    jobs: { find: async () => job && partOf<StoredJob>(job) },
    beginJob: async (id) => void begun.push(id),
    clock: { now: () => NOW },
  });
  return { service, begun };
}

const at = NOW.toISOString();
it.each([
  ['none', null, null, { state: 'none', requestedAt: null, url: null }],
  ['one that has expired', { ...READY, expireAt: NOW }, null, { state: 'none', requestedAt: null, url: null }],
  [
    'one under way',
    MAKING,
    { status: 'running', done: 2 },
    { state: 'making', requestedAt: at, files: 2, problem: null },
  ],
  ['one given up', MAKING, { status: 'failed', done: 2, reason: 'R' }, { state: 'making', problem: 'R' }],
  ['one interrupted', MAKING, { status: 'failed', done: 2, reason: null }, { problem: 'It was interrupted' }],
  ['a ready one', READY, null, { state: 'ready', files: 3, bytes: 9, url: '/e.zip', expiresAt: LATER.toISOString() }],
] as const)('the export of an admin is %s', async (_, stored, job, shown) => {
  expect(await serviceOf(stored, job).service.state(ADMIN)).toMatchObject(shown);
});

it('only one export is made at a time', async () => {
  const [first, second] = [serviceOf(MAKING), serviceOf(MAKING, null, true)];
  await first.service.create(ADMIN);
  await second.service.create(ADMIN);
  expect([first.begun.length, second.begun.length]).toEqual([1, 0]);
});
