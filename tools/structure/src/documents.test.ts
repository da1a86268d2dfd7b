import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anchorsOf, findMissing, findStaleSamples, linksIn, pathsIn, sectionsCitedIn } from './documents.ts';

/** In two parts, so that this file itself does not refer to a missing file. */
const GONE = 'gone.md';
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A temporary folder with these files, removed after the test. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'documents-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

describe('names in documents', () => {
  it('are found in backticks, without patterns and similar words', () => {
    const text = 'See `web/src/lib`, `shared/src/*.ts`, `npm run lint`, `storage.rules` and `functions/lib/{name}`.';

    expect(pathsIn(text)).toEqual(['web/src/lib', 'storage.rules']);
  });

  it('are found in links within the repository', () => {
    expect(linksIn('[a](../a.md#b) [c](https://example.com) [d](#e)')).toEqual(['../a.md#b', '#e']);
  });

  it('include the anchors of headings', () => {
    expect(anchorsOf('# One\n\n## What `live` costs, and why\n\n### One\n')).toEqual([
      ...['one', 'what-live-costs-and-why', 'one-1'],
    ]);
  });

  it('include the sections cited in comments', () => {
    expect(sectionsCitedIn('/** As product §4, §5 and §8 have it. RFC 9110 §13.1. Product §2. */')).toEqual([
      4, 5, 8, 2,
    ]);
  });

  it('are reported if missing, unless git ignores them', () => {
    const root = folderWith({
      '.gitignore': 'web/dist/\n',
      'docs/product.md': '## 1. Here\n',
      'web/here.ts': `/** Product §1 and §2. See docs/product.md and docs/${GONE}. */`,
      'README.md':
        '`web/here.ts` `web/gone.ts` `web/dist/app.html` [a](docs/product.md#1-here) [b](docs/product.md#gone)',
    });
    execFileSync('git', ['init', '--quiet'], { cwd: root });

    expect(findMissing(root)).toEqual([
      { file: 'README.md', named: 'web/gone.ts' },
      { file: 'README.md', named: 'docs/product.md#gone' },
      { file: 'web/here.ts', named: `docs/${GONE}` },
      { file: 'web/here.ts', named: 'product §2' },
    ]);
  });

  it('exist', () => {
    expect(findMissing(ROOT)).toEqual([]);
  });
});

describe('samples of code', () => {
  const stale = (sample: string) =>
    findStaleSamples(
      folderWith({ 'web/here.ts': 'one();\n\ntwo(\n  3,\n);\n', 'style.md': `\`\`\`ts\n${sample}\n\`\`\`\n` }),
      'style.md',
    );

  it('must match the file word for word, except for omissions', () => {
    expect(stale('// web/here.ts\none();\n// …\ntwo( 3, );')).toEqual([]);
    expect(stale('// web/here.ts\none();\ntwo(4);')).toEqual([
      { file: 'style.md', named: 'web/here.ts: one(); two(4);' },
    ]);
  });

  it('name their file', () => {
    expect(() => stale('one();')).toThrow('names no file');
  });

  it('in docs/style.md are current', () => {
    expect(findStaleSamples(ROOT, 'docs/style.md')).toEqual([]);
  });
});

describe('tracked files', () => {
  it('contain no conflict markers', () => {
    const found = spawnSync('git', ['grep', '-lE', '^(<{7}|>{7}) '], { cwd: ROOT, encoding: 'utf8' });

    expect(found.stdout).toBe('');
  });
});
