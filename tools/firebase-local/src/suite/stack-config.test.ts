import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { completeConfig, findRoot, loadStackConfig, type StackConfig } from './stack-config.ts';

const LEAST: StackConfig = { name: 'Fixture', variablePrefix: 'FIXTURE', projectId: 'demo-fixture' };

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'firebase-local-config-'));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('stack.config.mjs', () => {
  it('needs a name, a prefix and a project; everything else has a usual value', async () => {
    writeFileSync(join(root, 'stack.config.mjs'), `export default ${JSON.stringify(LEAST)};`);

    expect(await loadStackConfig(root)).toMatchObject({
      ...LEAST,
      bucket: 'demo-fixture.firebasestorage.app',
      workDir: '.firebase-local',
      builds: [],
      functions: { source: 'functions', targets: [] },
      notes: [],
    });
  });

  it.each([
    ['lacks the project', { ...LEAST, projectId: '' }, 'stack.config.mjs does not say "projectId"'],
    [
      'has a prefix that is none',
      { ...LEAST, variablePrefix: 'my-app' },
      '"my-app" cannot begin the name of a variable',
    ],
    [
      'misspells a field',
      { ...LEAST, warmup: [] },
      'stack.config.mjs says "warmup", which the local stack does not know',
    ],
  ])('that %s is refused', (_what, config, sentence) => {
    expect(() => completeConfig(config)).toThrow(sentence);
  });

  it('is found from any folder of the project', () => {
    mkdirSync(join(root, 'deep/er'), { recursive: true });
    writeFileSync(join(root, 'stack.config.mjs'), '');

    expect(findRoot(join(root, 'deep/er'))).toBe(root);
    expect(() => findRoot(join(root, '..'))).toThrow('so there is nothing to start');
  });
});
