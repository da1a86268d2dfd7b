// @module-tag thorough
import { beforeEach, describe, expect, it } from 'vitest';
import { createJobs } from './compose/jobs.ts';
import { apiAlone as api, type TestAnswer } from './testing/api.ts';
import { costsOf } from './testing/costs.ts';
import { seedPost } from './testing/posts.ts';
import { clock, dependencies, resetFirestore } from './testing/server.ts';
import { signIn, type TestUser } from './testing/users.ts';

/*
 * Budgets of the calls that bring a publication here, take it away, or give people a copy of what is stored of them, as in budgets.test.ts.
 * docs/costs.md contains the same numbers. Where a job runs within the call, its documents are named beside those of the call itself.
 */

const IMPORTS = '/api/admin/imports';
const EXPORTS = '/api/admin/exports';

let admin: TestUser;

beforeEach(async () => {
  await resetFirestore();
  await (await dependencies.bucket()).deleteFiles();
  // So that no call begins an upgrade.
  await createJobs(dependencies).dataVersion.noteNewest();
  clock.advance(61_000);
  admin = await signIn({ role: 'admin' });
});

const ADDRESSES = 'email\nada@example.org\n';
/** More than is read within a request. */
const LARGE = `email\n${'\n'.repeat(2_100_000)}ada@example.org\n`;

async function uploaded(text: string): Promise<{ slot: TestAnswer; file: string }> {
  const slot = await api.post(`${IMPORTS}/upload-slot`, { bytes: text.length }, admin);
  const file = (await dependencies.bucket()).file(slot.body.objectName);
  await file.save(text, { resumable: false, contentType: 'application/octet-stream' });
  return { slot, file: slot.body.id };
}

const create = (file: string, more: object = {}) =>
  api.post(IMPORTS, { kind: 'subscribers', name: 'people.csv', file, ...more }, admin);

describe('imports', () => {
  it('begin and are looked at', async () => {
    const { slot, file } = await uploaded(LARGE);
    const made = await create(file);
    const path = `${IMPORTS}/${made.body.id}`;

    const costs = {
      slot,
      create: made,
      'its state while it is read': await api.get(path, admin),
      list: await api.get(IMPORTS, admin),
      cancel: await api.delete(path, admin),
      'cancel again': await api.delete(path, admin),
      'its state': await api.get(path, admin),
    };

    expect(costsOf(costs)).toEqual({
      slot: { reads: 1, writes: 2 },
      create: { reads: 4, writes: 2 },
      'its state while it is read': { reads: 2, writes: 0 },
      list: { reads: 2, writes: 0 },
      cancel: { reads: 1, writes: 1 },
      'cancel again': { reads: 1, writes: 0 },
      'its state': { reads: 1, writes: 0 },
    });
  });

  it('are read, started, paused and reported', async () => {
    const { file } = await uploaded(`${ADDRESSES}not an address\n`);
    const made = await create(file);
    const path = `${IMPORTS}/${made.body.id}`;
    expect(made.body.state).toBe('ready');

    const costs = {
      'create, and the first pass': made,
      report: await api.get(`${path}/report/0`, admin),
      'start, and its one subscriber': await api.post(`${path}/start`, undefined, admin),
      'start again': await api.post(`${path}/start`, undefined, admin),
      'pause what is done': await api.post(`${path}/pause`, undefined, admin),
    };

    expect(costsOf(costs)).toEqual({
      'create, and the first pass': { reads: 4 + 4, writes: 2 + 3 },
      report: { reads: 1, writes: 0 },
      'start, and its one subscriber': { reads: 6 + 6, writes: 3 + 4 },
      'start again': { reads: 3, writes: 0 },
      'pause what is done': { reads: 1, writes: 0 },
    });
  });
});

describe('exports', () => {
  it('are asked for and looked at', async () => {
    await seedPost();
    const costs = {
      none: await api.get(EXPORTS, admin),
      'make, with one post': await api.post(EXPORTS, undefined, admin),
      made: await api.get(EXPORTS, admin),
    };

    expect(costsOf(costs)).toEqual({
      none: { reads: 1, writes: 0 },
      // Each kind of document is looked for, most of which are not there.
      'make, with one post': { reads: 38, writes: 8 },
      made: { reads: 1, writes: 0 },
    });
  });

  it('of what is stored of a person', async () => {
    const person = await signIn();
    const costs = {
      none: await api.get('/api/me/export', person),
      make: await api.post('/api/me/export', undefined, person),
      made: await api.get('/api/me/export', person),
    };

    expect(costsOf(costs)).toEqual({
      none: { reads: 1, writes: 0 },
      // Each kind of document that may be about a person is looked for, with a step of the job for most.
      make: { reads: 116, writes: 34 },
      made: { reads: 1, writes: 0 },
    });
  });
});
