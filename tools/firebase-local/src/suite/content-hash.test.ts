import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderOfTest } from '../testing/temporary-folder.ts';
import { hashContents } from './content-hash.ts';

let root: string;

beforeEach(() => {
  root = folderOfTest();
  mkdirSync(join(root, 'src/deep'), { recursive: true });
  writeFileSync(join(root, 'src/a.ts'), 'a');
  writeFileSync(join(root, 'src/deep/b.ts'), 'b');
});

const hash = (...paths: string[]) => hashContents(root, paths.length > 0 ? paths : ['src']);

describe('hashContents', () => {
  it('does not change when only dates change', () => {
    const before = hash();
    utimesSync(join(root, 'src/a.ts'), 1, 1);

    expect(hash()).toBe(before);
  });

  it.each([
    ['a file changes', () => writeFileSync(join(root, 'src/deep/b.ts'), 'c')],
    ['a file is added', () => writeFileSync(join(root, 'src/c.ts'), '')],
    ['a file is deleted', () => rmSync(join(root, 'src/a.ts'))],
    [
      'text moves from one file to the next',
      () => {
        writeFileSync(join(root, 'src/a.ts'), '');
        writeFileSync(join(root, 'src/deep/b.ts'), 'ab');
      },
    ],
    ['settings of the build change', () => writeFileSync(join(root, 'src/.env.production'), 'VITE_LIVE_URL=x')],
  ])('changes when %s', (_what, change) => {
    const before = hash();
    change();

    expect(hash()).not.toBe(before);
  });

  it.each(['a.test.ts', '.DS_Store', 'node_modules/x.js', 'dist/x.js', 'lib/x.js'])('ignores %s', (name) => {
    const before = hash();
    mkdirSync(join(root, 'src', name, '..'), { recursive: true });
    writeFileSync(join(root, 'src', name), 'x');

    expect(hash()).toBe(before);
  });

  it('includes missing paths, and does not depend on the order of paths', () => {
    expect(hash('src', 'gone')).toBe(hash('gone', 'src'));
    expect(hash('src', 'gone')).not.toBe(hash('src'));
  });
});
