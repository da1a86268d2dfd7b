import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningStack, startStack } from '../testing/stack.ts';
import { sharedFolder } from '../testing/temporary-folder.ts';
import { callNote, identityUrl, lookUp, signUp } from './fixture-calls.ts';
import { hostileRequests, statusOf } from './gateway/hostile-requests.ts';

const FIXTURE = fileURLToPath(new URL('./fixture', import.meta.url));
const BUCKET = 'demo-fixture.firebasestorage.app';
const OWNER = { authorization: 'Bearer owner' };

const folder = sharedFolder();
let stack: RunningStack;

beforeAll(async () => {
  stack = await startStack({ root: FIXTURE, dataDir: join(folder, 'data') });
});
afterAll(() => stack?.stop());

const startAgain = async () => {
  stack = await startStack({ root: FIXTURE, dataDir: stack.dataDir, ports: stack.ports });
};

describe('a running stack', () => {
  it('keeps running after hostile requests on every port, and never answers 5xx at its own address', async () => {
    const { app, hosting, auth, storage } = stack.ports;
    const worst: Record<number, number> = {};
    for (const bytes of hostileRequests(7, 150)) {
      const status = (await statusOf(app, bytes, 500)) ?? 0;
      worst[app] = Math.max(worst[app] ?? 0, status);
    }
    for (const port of [hosting, auth, storage]) {
      for (const bytes of hostileRequests(8, 50)) await statusOf(port, bytes, 200);
    }

    expect(worst[app]).toBeLessThan(500);
    expect(await note('GET')).toMatchObject({ seeds: 1 });
    expect((await fetch(`${stack.url}/deep/link`)).status).toBe(200);
  });

  it.each([
    ['is gzip', gzipSync('text'), 'text'],
    ['is something else', Buffer.from('no gzip'), 'no gzip'],
  ])('serves a file marked as gzip that %s', async (_what, bytes, seen) => {
    await upload('packed.txt', bytes, { contentEncoding: 'gzip' });

    const view = await fetch(fileUrl('packed.txt', 'alt=media'), {
      headers: { ...OWNER, 'accept-encoding': 'identity' },
    });

    expect(await view.text()).toBe(seen);
    expect((await fetch(`${stack.url}/deep/link`)).status).toBe(200);
  });

  it.runIf(process.platform === 'linux')('refuses accounts and files while it cannot store them', async () => {
    const limit = (bytes: string) =>
      execFileSync('prlimit', [`--pid=${pidOf(/firebase-tools\/lib\/bin\/firebase\.js/)}`, `--fsize=${bytes}:`]);
    limit('1');
    const refused = await Promise.allSettled([
      signUp(stack, 'late@fixture.test'),
      upload('late.txt', Buffer.from('late'), {}),
    ]);
    limit('unlimited');

    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(String(refused[0]?.status === 'rejected' && refused[0].reason)).toMatch(/ 503: (?!.*EFBIG)/s);
    expect((await signUp(stack, 'late@fixture.test')).localId).toEqual(expect.any(String));
    await upload('late.txt', Buffer.from('late'), {});
    expect(stack.output()).toMatch(/Accounts cannot be stored: EFBIG.*Accounts can be stored again/s);
    expect(stack.output()).toContain('There is no room on the disk');
  });

  it('restarts a killed Firestore emulator with its data', async () => {
    await note('PUT', 'before the kill');

    for (const round of [1, 2]) {
      process.kill(pidOf(/firestore-emulator\.mjs|firestore\/main\.ts/), 'SIGKILL');
      await until(async () => (await note('GET')).text === 'before the kill', `round ${round}`);
    }

    expect(stack.output()).toContain('The Firestore emulator ended (SIGKILL) and is started again with its data');
    await note('PUT', 'after the kill');
    expect((await note('GET')).text).toBe('after the kill');
  });

  it('restarts a killed evaluator of Storage rules', async () => {
    process.kill(pidOf(/storage-emulator\.mjs/), 'SIGKILL');

    const view = await fetch(fileUrl('packed.txt', 'alt=media'), { headers: { 'accept-encoding': 'identity' } });

    expect(view.status).toBe(200);
    expect(stack.output()).toContain('The Storage rules evaluator ended (SIGKILL) and is started again');
  });

  it('restarts a function that is killed seven times in a row', async () => {
    for (let kill = 1; kill <= 7; kill++) {
      await until(async () => (await fetch(`${stack.url}/call/note`)).ok, `kill ${kill}`);
      process.kill(pidOf(/--target=notes /), 'SIGKILL');
    }

    await until(async () => (await fetch(`${stack.url}/call/note`)).ok, 'the last kill');
    expect(stack.output()).toContain('is started again in 1 s');
  });

  it('restarts the process of the scheduled functions when it is killed or a run takes too long', async () => {
    const run = async (name: string) => (await fetch(`${stack.url}/call/schedule/${name}`, { method: 'POST' })).text();
    const log = join(stack.dataDir, 'run/schedules.log');

    const killed = run('endless');
    await until(async () => readFileSync(log, 'utf8').includes('runs forever'), 'a run');
    process.kill(pidOf(/--target=schedules /), 'SIGKILL');

    expect(await killed).toBe('endless failed: its process ended.\n');
    await until(async () => stack.output().includes('The process of the scheduled functions ended'), 'a restart');
    expect(await run('late')).toBe('late failed: it took longer than 1 s.\n');
    expect(JSON.parse(await run('tidy'))).toMatchObject({ name: 'tidy' });
  });

  it('keeps every acknowledged account, file and document, and sessions, when it is killed during writes, and ends with its emulators', async () => {
    const accounts: string[] = [];
    let idToken = '';
    let written = '';
    const files = new Map<string, string>();
    for (const round of [1, 2]) {
      const signingUp = (async () => {
        for (let n = 0; ; n++) {
          const account = await signUp(stack, `${round}-${n}@fixture.test`);
          accounts.push(account.localId);
          idToken = account.idToken;
        }
      })().catch(() => undefined);
      const uploading = (async () => {
        for (let n = 0; ; n++) {
          const name = `${round}/${n % 5}.txt`;
          // A file that was being written during the kill may or may not exist.
          files.delete(name);
          await upload(name, Buffer.from(`round ${round}, file ${n}`), { contentType: 'text/plain' });
          files.set(name, `round ${round}, file ${n}`);
        }
      })().catch(() => undefined);
      const writing = (async () => {
        for (let n = 0; ; n++) {
          await note('PUT', `round ${round}, note ${n}`);
          written = `round ${round}, note ${n}`;
        }
      })().catch(() => undefined);
      const enough = accounts.length + 10;
      await until(
        async () => accounts.length > enough && files.size >= 4 * round && written.startsWith(`round ${round}`),
        'writing',
      );
      process.kill(round === 1 ? stack.pid : pidOf(/firebase-tools\/lib\/bin\/firebase\.js/), 'SIGKILL');
      const [exitCode] = await Promise.all([stack.exited, signingUp, uploading, writing]);
      if (round === 2)
        expect([exitCode, stack.output()]).toEqual([1, expect.stringContaining('The Firebase emulators ended')]);
      await startAgain();

      const { text, seeds } = await note('GET');
      // One write more than acknowledged may have been stored.
      expect([numberIn(written), numberIn(written) + 1]).toContain(numberIn(text));
      expect([text?.split(',')[0], seeds]).toEqual([`round ${round}`, 1]);
      expect(await lookUp(stack, idToken)).toMatchObject({ users: [{ localId: accounts.at(-1) }] });
    }

    const found = new Set((await allAccounts()).map(({ localId }) => localId));
    const lost = accounts.filter((id) => !found.has(id));
    const read = async (name: string) => (await fetch(fileUrl(name, 'alt=media'), { headers: OWNER })).text();
    const contents = await Promise.all([...files].map(async ([name]) => [name, await read(name)] as const));

    expect(lost).toEqual([]);
    expect(contents).toEqual([...files]);
  });
});

const note = (method: string, text?: string) => callNote(stack, method, text);

const fileUrl = (name: string, query: string) =>
  `http://127.0.0.1:${stack.ports.storage}/v0/b/${BUCKET}/o/${encodeURIComponent(name)}?${query}`;

/** Uploads metadata and bytes in one body, like the Storage client of a browser. */
async function upload(name: string, bytes: Buffer, metadata: Record<string, string>): Promise<void> {
  const part = (type: string) => `--limit\r\nContent-Type: ${type}\r\n\r\n`;
  const res = await fetch(`http://127.0.0.1:${stack.ports.storage}/v0/b/${BUCKET}/o?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: {
      ...OWNER,
      'x-goog-upload-protocol': 'multipart',
      'content-type': 'multipart/related; boundary=limit',
    },
    body: Buffer.concat([
      Buffer.from(`${part('application/json')}${JSON.stringify(metadata)}\r\n${part('application/octet-stream')}`),
      bytes,
      Buffer.from('\r\n--limit--'),
    ]),
  });
  if (!res.ok) throw new Error(`The upload of ${name} was answered ${res.status}: ${await res.text()}`);
}

const numberIn = (note: string | null): number => Number(note?.split(' ').at(-1));

async function allAccounts(): Promise<{ localId: string }[]> {
  const url = identityUrl(stack, 'projects/demo-fixture/accounts:batchGet?maxResults=-1');
  return ((await (await fetch(url, { headers: OWNER })).json()) as { users: { localId: string }[] }).users;
}

/** The process of the stack whose command line matches. */
function pidOf(command: RegExp): number {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 1 << 24 }).split('\n');
  const processes = lines.map((line) => /^\s*(\d+)\s+(\d+)\s(.*)$/.exec(line)).filter((match) => match !== null);
  const below = new Set([stack.pid]);
  for (let size = 0; size < below.size; ) {
    size = below.size;
    for (const [, pid, parent] of processes) if (below.has(Number(parent))) below.add(Number(pid));
  }
  const found = processes.find(([, pid, , args]) => below.has(Number(pid)) && command.test(`${args} `));
  if (!found) throw new Error(`No process of the stack is ${command}.`);
  return Number(found[1]);
}

async function until(condition: () => Promise<boolean>, what: string, ms = 240_000): Promise<void> {
  for (const end = Date.now() + ms; ; ) {
    if (await condition().catch(() => false)) return;
    if (Date.now() > end) throw new Error(`Not reached: ${what}\n${stack.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
