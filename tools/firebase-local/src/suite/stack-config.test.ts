import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderOfTest } from '../testing/temporary-folder.ts';
import { completeConfig, findRoot, loadStackConfig, type StackConfig } from './stack-config.ts';

const LEAST: StackConfig = { name: 'Fixture', variablePrefix: 'FIXTURE', projectId: 'demo-fixture' };

let root: string;
beforeEach(() => {
  root = folderOfTest();
});

describe('stack.config.mjs', () => {
  it('requires a name, a prefix and a project, and has defaults for everything else', async () => {
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
    ['the project is missing', { ...LEAST, projectId: '' }, 'stack.config.mjs does not say "projectId"'],
    ['the prefix is invalid', { ...LEAST, variablePrefix: 'my-app' }, '"my-app" cannot begin the name of a variable'],
    [
      'a field is misspelt',
      { ...LEAST, warmup: [] },
      'stack.config.mjs says "warmup", which the local stack does not know',
    ],
  ])('is refused if %s', (_what, config, sentence) => {
    expect(() => completeConfig(config)).toThrow(sentence);
  });

  it('is found from any folder of the project', () => {
    mkdirSync(join(root, 'deep/er'), { recursive: true });
    writeFileSync(join(root, 'stack.config.mjs'), '');

    expect(findRoot(join(root, 'deep/er'))).toBe(root);
    expect(() => findRoot(join(root, '..'))).toThrow('so there is nothing to start');
  });
});
