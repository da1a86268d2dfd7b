// @module-tag thorough
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { openFolder, openZip, wholeFile } from './folders.ts';
import type { ImportFolder } from './records.ts';
import { zipOf } from './testing/zips.ts';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'import-folder-'));
  await mkdir(join(root, 'site/posts'), { recursive: true });
  await writeFile(join(root, 'site/posts/b.md'), 'B');
  await writeFile(join(root, 'site/a.json'), 'A');
  await writeFile(join(root, 'secret.txt'), 'secret');
  await symlink(join(root, 'secret.txt'), join(root, 'site/link.txt'));
  await symlink(root, join(root, 'site/out'));
});

afterAll(() => rm(root, { recursive: true }));

const pathsOf = async (folder: ImportFolder) => {
  const paths: string[] = [];
  for await (const path of folder.paths()) paths.push(path);
  return paths;
};
const textOf = async (folder: ImportFolder, path: string) => String(await wholeFile(folder, path));

describe('a folder', () => {
  it('lists its files in order, and no links', async () => {
    const folder = openFolder(join(root, 'site'));

    expect(await pathsOf(folder)).toEqual(['a.json', 'posts/b.md']);
    expect(await textOf(folder, 'posts/b.md')).toBe('B');
  });

  it.each([
    '../secret.txt',
    '/etc/passwd',
    'posts/../../secret.txt',
    'link.txt',
    'out/secret.txt',
    'C:\\x',
    'nothing',
    '',
  ])('does not open %j', async (path) => {
    await expect(textOf(openFolder(join(root, 'site')), path)).rejects.toThrow(/no such file|leads out/);
  });
});

const opened = (bytes: Buffer) => openZip('site.zip', () => yauzl.fromBufferPromise(bytes, { strictFileNames: true }));
/** Replaces a path by one of the same length, because yazl refuses to write invalid paths. */
const renamed = (bytes: Buffer, from: string, to: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');

describe('a zip', () => {
  it('lists its files without the enclosing folder and without system files', async () => {
    const zip = await opened(await zipOf({ 'site/b.md': 'B', 'site/posts/a.md': 'A', '__MACOSX/site/b.md': 'x' }));

    expect(await pathsOf(zip)).toEqual(['b.md', 'posts/a.md']);
    expect(await textOf(zip, 'posts/a.md')).toBe('A');
    await expect(textOf(zip, '../b.md')).rejects.toThrow('no such file');
  });

  it.each([
    ['a path out of it', async () => renamed(await zipOf({ 'aa/bb.md': 'x', 'c.md': 'x' }), 'aa/bb.md', '../bb.md')],
    ['an absolute path', async () => renamed(await zipOf({ 'aa/bb.md': 'x', 'c.md': 'x' }), 'aa/bb.md', '/a/bb.md')],
    ['backslashes', async () => renamed(await zipOf({ 'aa/bb.md': 'x', 'c.md': 'x' }), 'aa/bb.md', '..\\bb.md')],
    ['a path twice', async () => renamed(await zipOf({ 'a.md': 'x', 'b.md': 'y' }), 'b.md', 'a.md')],
    ['a link', () => zipOf({ 'a.md': '/etc/passwd' }, 0o120777)],
    ['a bomb', () => zipOf({ 'a.md': Buffer.alloc(5_000_000) })],
    ['no end', async () => (await zipOf({ 'a.md': 'x' })).subarray(0, 40)],
    ['no zip', async () => Buffer.from('hello')],
  ])('is refused with %s', async (_, bytes) => {
    await expect(opened(await bytes())).rejects.toMatchObject({ name: 'ImportFault' });
  });

  it('fails if a file is larger than declared', async () => {
    const bytes = await zipOf({ 'a.md': 'x'.repeat(5_000) });
    // The uncompressed size is in the central directory at the end, 24 bytes from its start.
    bytes.writeUInt32LE(10, bytes.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 24);

    await expect(textOf(await opened(bytes), 'a.md')).rejects.toMatchObject({ name: 'ImportFault' });
  });
});
