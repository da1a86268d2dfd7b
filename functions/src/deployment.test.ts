import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FUNCTION_NAMES } from './inventory.ts';

const run = promisify(execFile);
const FUNCTIONS = fileURLToPath(new URL('..', import.meta.url));

describe('the deployed folder', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkwell-deploy-'));
    // Like the upload: this folder only, without its packages and the workspace.
    await run('node', ['scripts/build.mjs', join(folder, 'lib')], { cwd: FUNCTIONS });
    await cp(join(FUNCTIONS, 'package.json'), join(folder, 'package.json'));
    await writeFile(join(folder, '.npmrc'), 'ignore-scripts=true\naudit=false\nfund=false\n');
    await run('node', ['--import', 'tsx', 'scripts/write-lock.ts', folder], { cwd: FUNCTIONS });
    await run('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd: folder });
  }, 240_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('installs on its own and exports the functions of the inventory', async () => {
    const script = "import('./lib/index.js').then((module) => console.log(JSON.stringify(Object.keys(module).sort())))";
    const { stdout } = await run('node', ['-e', script], {
      cwd: folder,
      env: { PATH: process.env.PATH, GCLOUD_PROJECT: 'demo-inkwell' },
    });

    expect(JSON.parse(stdout)).toEqual([...FUNCTION_NAMES].sort());
  });

  it('contains the tested versions', async () => {
    const versionsIn = async (file: string, place: (name: string) => string[]) => {
      const { packages } = JSON.parse(await readFile(file, 'utf8'));
      const { dependencies } = JSON.parse(await readFile(join(FUNCTIONS, 'package.json'), 'utf8'));
      return Object.fromEntries(
        Object.keys(dependencies).map((name) => [
          name,
          packages[place(name).find((path) => path in packages) ?? '']?.version,
        ]),
      );
    };

    const here = await versionsIn(join(FUNCTIONS, '../package-lock.json'), (name) => [
      `functions/node_modules/${name}`,
      `node_modules/${name}`,
    ]);
    const there = await versionsIn(join(folder, 'node_modules/.package-lock.json'), (name) => [`node_modules/${name}`]);

    expect(there).toEqual(here);
  });

  it('reads imports in a separate thread', async () => {
    await writeFile(join(folder, 'people.csv'), 'email\nada@example.org\n');
    const work = {
      kind: 'subscribers',
      file: { name: 'people.csv', path: join(folder, 'people.csv'), isFolder: false },
      members: null,
      redirects: null,
      pictures: null,
      siteUrl: null,
      isFetching: false,
      isStoring: false,
      publicBucket: { origin: '', name: '' },
      now: new Date(),
    };
    const current = new Int32Array(new SharedArrayBuffer(4));

    const thread = new Worker(join(folder, 'lib/import-pass.js'), { workerData: { work, leftOut: [], current } });
    const messages: { is: string }[] = [];
    thread.on('message', (message) => messages.push(message));
    await once(thread, 'exit');

    expect(messages).toMatchObject([{ is: 'begun' }, { is: 'done', pass: { counts: { subscriber: 1 } } }]);
  });

  it('refers to no workspace package', async () => {
    const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const bundle = await readFile(join(folder, 'lib/index.js'), 'utf8');

    expect(Object.keys(dependencies).filter((name) => name.startsWith('@inkwell/'))).toEqual([]);
    expect(bundle).not.toMatch(/from ["']@inkwell\//);
  });
});
