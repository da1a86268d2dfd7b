import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Files that must not contain the publication's name: running code, and the samples that it loads. */
const FOLDERS = ['web', 'functions', 'formats', 'shared', 'tools/seed'];

/** Tests may contain the name, because nobody sees them. */
const TEST = /\.test\.tsx?$|\/src\/test(ing)?\//;

/** Names that contain "inkwell" in every publication, because readers never see them. */
const ALLOWED: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  { pattern: /@inkwell\//g, why: 'names of the workspaces, which imports and the lock file hold' },
  { pattern: /inkwell:[a-z-]+/g, why: "keys in readers' browsers: another name would forget their choices" },
  { pattern: /inkwell-autosave\b/g, why: "words in readers' browsers that were not saved or sent" },
  { pattern: /inkwell-live-/g, why: 'the lock by which tabs of all versions agree on one socket' },
  { pattern: /inkwell-(?:data|script)\b/g, why: 'elements of a page by which server, shell and app meet' },
  { pattern: /\bINKWELL_[A-Z_]+/g, why: 'variables of the local stack' },
  {
    pattern: /[a-z.]+@inkwell\.test\b|inkwell\\?\.test\b/g,
    why: 'accounts of the local stack, which the README names',
  },
  { pattern: /'Inkwell#2026'/g, why: 'their password, which the README names too' },
  {
    pattern: /inkwell-seed-/g,
    why: 'what ids of the sample are derived from: another name would change its addresses',
  },
  {
    pattern: /'inkwell'|\binkwell: |\binkwell FOLDER\b/g,
    why: 'the kind of our own exports, in every publication',
  },
  { pattern: /https:\/\/inkwell\.example/g, why: 'an address in comments and in texts that attack Markdown' },
];

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...FOLDERS], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => /\.(?:ts|tsx|mjs|css|html|json|md|svg|webmanifest)$/.test(file) && !TEST.test(file));

it("only publication.config.ts contains the publication's name", () => {
  const found = files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const rest = ALLOWED.reduce((text, { pattern }) => text.replace(pattern, ''), line);
        return /inkwell/i.test(rest) ? [`${file}:${index + 1}: ${line.trim()}`] : [];
      }),
  );

  expect(files.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});

it('lists only exceptions that occur', () => {
  const everything = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');

  expect(ALLOWED.filter(({ pattern }) => everything.search(pattern) < 0).map(({ why }) => why)).toEqual([]);
});
