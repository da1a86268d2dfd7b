import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderOfTest } from '../testing/temporary-folder.ts';
import { ensureBuilt } from './builds.ts';
import type { BuildConfig } from './stack-config.ts';

let root: string;

beforeEach(() => {
  root = folderOfTest();
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src/a.txt'), 'a');
});

/** Appends a line to `out` each time it runs. */
const build: BuildConfig = {
  name: 'thing',
  command: [process.execPath, '-e', "require('fs').appendFileSync('out', 'built\\n')"],
  sources: ['src'],
  output: 'out',
};
const ensure = (config = build) =>
  ensureBuilt(config, { root, workDir: join(root, '.work'), onStart: () => undefined });
const timesBuilt = () => readFileSync(join(root, 'out'), 'utf8').split('\n').length - 1;

describe('ensureBuilt', { timeout: 20_000 }, () => {
  it('builds once, and again after a source has changed or the output was deleted', async () => {
    expect([await ensure(), await ensure()]).toEqual([true, false]);
    writeFileSync(join(root, 'src/a.txt'), 'b');
    expect([await ensure(), await ensure()]).toEqual([true, false]);
    expect(timesBuilt()).toBe(2);
    rmSync(join(root, 'out'));
    expect(await ensure()).toBe(true);
  });

  it('builds for production, even when a test starts it', async () => {
    const write = "require('fs').writeFileSync('out', process.env.NODE_ENV)";
    expect(process.env.NODE_ENV).toBe('test');

    await ensure({ ...build, command: [process.execPath, '-e', write] });

    expect(readFileSync(join(root, 'out'), 'utf8')).toBe('production');
  });

  it('builds when an earlier build was killed', async () => {
    mkdirSync(join(root, '.work/builds'), { recursive: true });
    writeFileSync(join(root, '.work/builds/thing.lock'), '999999999');

    expect(await ensure()).toBe(true);
  });

  it('reports the error output of a failed build, and builds again at the next start', async () => {
    const failing = {
      ...build,
      command: [process.execPath, '-e', "console.error('Error: no such thing'); process.exit(2)"],
    };

    await expect(ensure(failing)).rejects.toThrow('The build of thing failed: Error: no such thing (output: ');
    expect(await ensure()).toBe(true);
  });
});
