import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningStack, startStack } from '../testing/stack.ts';
import { sharedFolder } from '../testing/temporary-folder.ts';
import { startFirebaseSuite } from './firebase-suite.ts';
import { callNote, lookUp, signUp } from './fixture-calls.ts';
import { freeEmulatorPorts, isPortFree } from './ports.ts';
import { loadStackConfig } from './stack-config.ts';
import { freeStackPorts, portNumbers, portVariables } from './stack-ports.ts';

const FIXTURE = fileURLToPath(new URL('./fixture', import.meta.url));
const START = resolve(FIXTURE, '../../../bin/firebase-local.mjs');

const folder = sharedFolder();

describe('npm start', () => {
  let stack: RunningStack;
  let other: RunningStack;
  let dataDir: string;
  let tidiedByRequest = Number.POSITIVE_INFINITY;

  beforeAll(async () => {
    dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'precious'), 'kept');
    [stack, other] = await Promise.all([
      startStack({ root: FIXTURE, dataDir, args: ['--fresh'] }),
      startStack({ root: FIXTURE }),
    ]);
  });
  afterAll(() => Promise.all([stack?.stop(), other?.stop()]));

  it('moves existing data to another folder with --fresh', () => {
    const aside = readdirSync(folder).find((name) => name.startsWith('data-until-')) ?? '';

    expect(readFileSync(join(folder, aside, 'precious'), 'utf8')).toBe('kept');
  });

  it('runs twice at the same time with separate data', async () => {
    await callNote(stack, 'PUT', 'mine');

    expect(await callNote(other, 'GET')).toMatchObject({ text: null, file: null, seeds: 1 });
    await other.stop();
  });

  it('serves pages, files and functions at one address', async () => {
    const get = async (path: string) => (await fetch(stack.url + path)).text();

    expect(await get('/page/one')).toBe('<p>served /page/one</p>');
    expect(await get('/page/broken')).toBe('broken');
    expect(await get('/deep/link')).toContain('The plain app.');
    expect(JSON.parse(await get('/__/firebase/init.json'))).toMatchObject({
      projectId: 'demo-fixture',
      emulators: { auth: { url: `http://127.0.0.1:${stack.ports.auth}` } },
    });
    expect((await fetch(`${stack.url}/assets/of-another-build.js`)).status).toBe(404);
    const script = await fetch(`${stack.url}/assets/app.js`, { headers: { 'accept-encoding': 'br' } });
    expect(script.headers.get('content-encoding')).toBe('br');
    const again = await fetch(`${stack.url}/assets/app.js`, {
      headers: { 'accept-encoding': 'br', 'if-none-match': script.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('runs scheduled functions by request', async () => {
    const run = (name: string, init?: RequestInit) =>
      fetch(`${stack.url}/call/schedule/${name}`, { method: 'POST', ...init });
    const before = (await callNote(stack, 'GET')).tidied;

    const [first, second, unknown, failed, looked, foreign] = await Promise.all([
      run('tidy'),
      run('tidy'),
      run('notes'),
      run('fail'),
      run('tidy', { method: 'GET' }),
      run('tidy', { headers: { origin: 'http://elsewhere.test' } }),
    ]);

    expect(await first.json()).toMatchObject({ name: 'tidy' });
    expect(second.status).toBe(200);
    expect([unknown.status, looked.status, foreign.status]).toEqual([404, 405, 403]);
    expect([failed.status, await failed.text()]).toEqual([500, 'fail failed: there is no room left.\n']);
    expect((await callNote(stack, 'GET')).tidied).toBeGreaterThanOrEqual(before + 2);
    tidiedByRequest = (await callNote(stack, 'GET')).tidied;
  });

  it('keeps all data through Ctrl-C and a restart, and leaves no process running', async () => {
    const account = await signUp(stack, 'new@fixture.test');
    await callNote(stack, 'PUT', 'before Ctrl-C');
    process.kill(stack.pid, 'SIGINT');
    expect(await stack.exited).toBe(0);
    for (const port of portNumbers(await loadStackConfig(FIXTURE), stack.ports))
      expect(await isPortFree(port), `port ${port}`).toBe(true);
    missRun('tidy');

    stack = await startStack({ root: FIXTURE, dataDir, ports: stack.ports });
    expect(await callNote(stack, 'GET')).toMatchObject({ text: 'before Ctrl-C', file: 'before Ctrl-C', seeds: 1 });
    expect(await lookUp(stack, account.idToken), 'the session goes on').toMatchObject({
      users: [{ localId: account.localId }],
    });
  });

  it('runs scheduled functions that became due while it was stopped', async () => {
    const tidied = async () => (await callNote(stack, 'GET')).tidied;

    await expect.poll(tidied, { timeout: 240_000, interval: 500 }).toBeGreaterThan(tidiedByRequest);
  });

  /** Sets the last run of a function to ten minutes ago. */
  function missRun(name: string): void {
    const file = join(dataDir, 'schedules.json');
    const times = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    writeFileSync(file, JSON.stringify({ ...times, [name]: new Date(Date.now() - 600_000).toISOString() }));
  }
});

describe('npm start with a fault', () => {
  it('names a port that was taken while the emulators started', async () => {
    const ports = await freeEmulatorPorts();
    const server = createServer();

    const started = startFirebaseSuite({
      projectId: 'demo-fixture',
      root: FIXTURE,
      runDir: join(folder, 'port-taken-late'),
      services: ['auth', 'firestore'],
      ports,
      onLine(line) {
        // By now, the CLI has checked all ports. It starts the Auth emulator after the Firestore emulator.
        if (line.includes('Firestore Emulator logging to')) server.listen(ports.auth, '127.0.0.1');
      },
    });

    await expect(started).rejects.toThrow(`address already in use 127.0.0.1:${ports.auth}`);
    server.close();
  });

  it('names a taken port and its variable', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;

    expect(await complaint({ env: { FIXTURE_AUTH_PORT: String(port) } })).toBe(
      `Port ${port}, meant for the Auth emulator, is taken by another program: stop it, or choose another port with FIXTURE_AUTH_PORT.`,
    );
    server.close();
  });

  const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })";
  const bare = join(folder, 'bare');
  const program = join(bare, 'bin/firebase-local.mjs');
  cpSync(resolve(START, '..'), join(bare, 'bin'), { recursive: true });

  it.each<[what: string, StartOptions, output: string]>([
    [
      'the line of a fault in a rules file',
      {
        files: {
          'storage.rules': 'service firebase.storage {\n  match /b/{bucket}/o {\n    allow read: if ;\n  }\n}\n',
        },
      },
      expect.stringMatching(/^storage\.rules, line 3, column \d+: [^\n]+$/),
    ],
    [
      'the required version of Node before it loads anything',
      { nodeArgs: ['--import', `data:text/javascript,${encodeURIComponent(older)}`] },
      'Node 20.19 or newer is needed; this is 18.20.4.',
    ],
    ['missing dependencies', { root: bare, program }, 'The dependencies are not installed: run `npm install` first.'],
    [
      'missing dependencies of a package elsewhere',
      { program },
      `The dependencies are not installed: run \`npm install\` in ${bare}/ first.`,
    ],
    [
      'what is missing for the official emulators',
      { args: ['--official'], env: { FIREBASE_EMULATORS_PATH: folder } },
      expect.stringMatching(
        /^Google's own emulators cannot run here: .*cloud-firestore-emulator-v[\d.]+jar is not in /,
      ),
    ],
    [
      'a firebase.json without hosting',
      { files: { 'firebase.json': '{}' } },
      'firebase.json has no "hosting", which serves the app.',
    ],
    [
      'a missing hosting folder',
      { files: { 'firebase.json': '{ "hosting": { "public": "gone" } }' } },
      'firebase.json names the hosting folder gone, which does not exist.',
    ],
    [
      'an unknown command, and lists the known ones',
      { command: 'strat' },
      '"strat" is not a command: there are start, emulators, firestore.',
    ],
    ['an unknown option', { args: ['--frseh'] }, expect.stringContaining("Unknown option '--frseh'")],
  ])('reports %s', async (_what, options, output) => {
    expect(await complaint(options)).toEqual(output);
  });
});

interface StartOptions {
  root?: string;
  /** Files of the fixture to replace. */
  files?: Record<string, string>;
  args?: string[];
  nodeArgs?: string[];
  program?: string;
  command?: string;
  env?: Record<string, string>;
}

function fixtureWith(files: Record<string, string>): string {
  const root = mkdtempSync(join(folder, 'fixture-'));
  cpSync(FIXTURE, root, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content);
  return root;
}

/** The output of the command when it ends with a fault. */
async function complaint({ files, args = [], nodeArgs = [], program = START, ...options }: StartOptions) {
  const config = await loadStackConfig(FIXTURE);
  const ports = portVariables(config, await freeStackPorts(config));
  const child = spawn(process.execPath, [...nodeArgs, program, options.command ?? 'start', ...args], {
    cwd: options.root ?? (files ? fixtureWith(files) : FIXTURE),
    env: { ...process.env, ...ports, FIXTURE_DATA_DIR: join(folder, 'unused'), ...options.env },
  });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect(code).toBe(1);
  return stderr.trim();
}
