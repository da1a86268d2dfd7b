import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFunctionHosts, type FunctionHost } from '../testing/function-host.ts';
import { stored } from '../testing/posts.ts';
import { defaultDb, resetFirestore } from '../testing/server.ts';
import { signInMany, type TestUser } from '../testing/users.ts';

/*
 * The memory of a real process of the function. For larger loads and pictures that are hard to decode, see `npm run uploads` in
 * tools/bench.
 */

const UPLOADS = 30;
const FORM_LIMIT_BYTES = 10 * 1024 * 1024;

const hosts = createFunctionHosts('memory-test');
let host: FunctionHost;
let staff: TestUser[];

beforeAll(async () => {
  await hosts.build();
  host = await hosts.start('api', { NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=8' });
  await resetFirestore();
  staff = await signInMany(5, { role: 'moderator' });
  // The function runs in its own process, which uses the default database.
  for (const { id } of staff) {
    await defaultDb.doc(`users/${id}`).set((await stored(`users/${id}`)) ?? {});
  }
}, 90_000);

afterAll(hosts.stop);

/** A file of the maximum size whose picture is decoded quickly. */
async function largeFile(): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#3b4cca' } })
    .gif()
    .toBuffer();
  const file = new Uint8Array(FORM_LIMIT_BYTES);
  file.set(picture);
  return file;
}

describe.runIf(process.platform === 'linux')('30 uploads of 10 MB at once', () => {
  it('keep the function below 300 MB, and other calls responsive', async () => {
    const file = await largeFile();
    const upload = (n: number) => {
      const body = new FormData();
      body.append('image', new Blob([file]), 'large.gif');
      const headers = { authorization: `Bearer ${staff[n % staff.length]?.token}` };
      return fetch(`${host.url}/api/upload`, { method: 'POST', headers, body });
    };
    await fetch(`${host.url}/api/categories`);

    const uploads = Promise.all(Array.from({ length: UPLOADS }, (_, n) => upload(n)));
    await sleep(200);
    const startedMs = performance.now();
    const other = await fetch(`${host.url}/api/categories`);
    const otherMs = performance.now() - startedMs;
    const answers = await uploads;
    const statuses = answers.map(({ status }) => status);
    const refusals = await Promise.all(
      answers.filter(({ ok, status }) => !ok && status !== 503).map((one) => one.text()),
    );

    const status = await readFile(`/proc/${host.process.pid}/status`, 'utf8');
    const peakMb = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024;
    expect(refusals).toEqual([]);
    expect(statuses).toContain(200);
    expect(other.status).toBe(200);
    expect(otherMs).toBeLessThan(5_000);
    expect(peakMb).toBeLessThan(300);
  }, 60_000);
});
