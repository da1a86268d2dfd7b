// @module-tag thorough
import { beforeEach, describe, expect, it } from 'vitest';
import { createJobs } from './compose/jobs.ts';
import { apiAlone as api, type TestAnswer } from './testing/api.ts';
import { expectCost } from './testing/costs.ts';
import { seedPost } from './testing/posts.ts';
import { clock, dependencies } from './testing/server.ts';
import { signIn, signInEach } from './testing/users.ts';

/*
 * Budgets of the calls that import and export a publication, or give people a copy of their data, as in budgets.test.ts. The documents of a job
 * within the call count for the call.
 */

const IMPORTS = '/api/admin/imports';
const EXPORTS = '/api/admin/exports';

beforeEach(() => clock.advance(61_000));
const { admin } = signInEach({ admin: { role: 'admin' } });

beforeEach(async () => {
  await (await dependencies.bucket()).deleteFiles();
  // Keeps calls from starting an upgrade.
  await createJobs(dependencies).dataVersion.noteNewest();
});

const ADDRESSES = 'email\nada@example.org\n';
/** More rows than are read within a request. */
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
  it('begin and are read', async () => {
    const { slot, file } = await uploaded(LARGE);
    const made = await create(file);
    const path = `${IMPORTS}/${made.body.id}`;

    expectCost(slot);
    expectCost(made);
    expectCost(await api.get(path, admin), 'under way');
    expectCost(await api.get(IMPORTS, admin), { 'each entry': 1, 'each that is under way': 1 });
    expectCost(await api.delete(path, admin), 'usually');
    expectCost(await api.delete(path, admin), 'a repeat');
    expectCost(await api.get(path, admin), 'usually');
  });

  it('are read, started, paused and reported', async () => {
    const { file } = await uploaded(`${ADDRESSES}not an address\n`);
    const made = await create(file);
    const path = `${IMPORTS}/${made.body.id}`;
    expect(made.body.state).toBe('ready');

    expectCost(made, [4, 3]);
    expectCost(await api.get(`${path}/report/0`, admin));
    expectCost(await api.post(`${path}/start`, undefined, admin), 'usually', [6, 4]);
    expectCost(await api.post(`${path}/start`, undefined, admin), 'done');
    expectCost(await api.post(`${path}/pause`, undefined, admin), 'done');
  });
});

describe('exports', () => {
  it('are requested and read', async () => {
    await seedPost();
    expectCost(await api.get(EXPORTS, admin), 'usually');
    // Looks for each kind of document, most of which do not exist.
    expectCost(await api.post(EXPORTS, undefined, admin), [35, 4]);
    expectCost(await api.get(EXPORTS, admin), 'usually');
  });

  it("of a person's data", async () => {
    const person = await signIn();
    expectCost(await api.get('/api/me/export', person), 'usually');
    // Looks for each kind of document about a person, with one step of the job for most.
    expectCost(await api.post('/api/me/export', undefined, person), [117, 32]);
    expectCost(await api.get('/api/me/export', person), 'usually');
  });
});
