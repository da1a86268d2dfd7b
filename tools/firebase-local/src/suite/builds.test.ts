import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureBuilt } from './builds.ts';
import type { BuildConfig } from './stack-config.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'firebase-local-build-'));
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src/a.txt'), 'a');
});
afterEach(() => rmSync(root, { recursive: true }));

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
  it('builds once, and again when a source changes or the result is gone', async () => {
    expect([await ensure(), await ensure()]).toEqual([true, false]);
    writeFileSync(join(root, 'src/a.txt'), 'b');
    expect([await ensure(), await ensure()]).toEqual([true, false]);
    expect(timesBuilt()).toBe(2);
    rmSync(join(root, 'out'));
    expect(await ensure()).toBe(true);
  });

  it('takes over from a build that was killed', async () => {
    mkdirSync(join(root, '.work/builds'), { recursive: true });
    writeFileSync(join(root, '.work/builds/thing.lock'), '999999999');

    expect(await ensure()).toBe(true);
  });

  it('tells what a failing build complained about, and tries again the next time', async () => {
    const failing = {
      ...build,
      command: [process.execPath, '-e', "console.error('Error: no such thing'); process.exit(2)"],
    };

    await expect(ensure(failing)).rejects.toThrow('The build of thing failed: Error: no such thing (all it wrote: ');
    expect(await ensure()).toBe(true);
  });
});
