import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keepOlderFiles, LIMITS, readAssetList } from './older-files.ts';

/** A live site with these files by address. A number is the status of an error answer. */
async function siteOf(files: Record<string, string | number>): Promise<string> {
  const server = createServer((req, res) => {
    const file = files[req.url ?? ''] ?? 404;
    if (typeof file === 'string') res.end(file);
    else res.writeHead(file, { location: '/elsewhere' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const listOf = (files: readonly string[], older: readonly string[] = []) => JSON.stringify({ files, older });

async function buildOf(...files: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'older-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  for (const name of files) await writeFile(join(folder, 'assets', name), 'own');
  await writeFile(join(folder, 'assets.json'), listOf(files));
  return folder;
}

const listIn = async (folder: string) => JSON.parse(await readFile(join(folder, 'assets.json'), 'utf8'));

describe('the files of the live build', () => {
  it('are kept with the files of the new build, without the files of older builds', async () => {
    const folder = await buildOf('app-2.js', 'same-1.css');
    const site = await siteOf({
      '/assets.json': listOf(['app-1.js', 'same-1.css'], ['app-0.js']),
      '/assets/app-1.js': 'live',
      '/assets/same-1.css': 'live',
      '/assets/app-0.js': 'live',
    });

    expect(await keepOlderFiles(site, folder)).toEqual({ kept: ['app-1.js'], gone: [] });

    expect((await readdir(join(folder, 'assets'))).sort()).toEqual(['app-1.js', 'app-2.js', 'same-1.css']);
    expect(await readFile(join(folder, 'assets/same-1.css'), 'utf8')).toBe('own');
    expect(await listIn(folder)).toEqual({ files: ['app-2.js', 'same-1.css'], older: ['app-1.js'] });
  });

  it('are kept if the same build is deployed again', async () => {
    const folder = await buildOf('app-2.js');
    const site = await siteOf({ '/assets.json': listOf(['app-2.js'], ['app-1.js']), '/assets/app-1.js': 'live' });

    expect((await keepOlderFiles(site, folder)).kept).toEqual(['app-1.js']);
  });

  it('do not exist before the first deployment', async () => {
    const folder = await buildOf('app-1.js');

    expect(await keepOlderFiles(await siteOf({}), folder)).toEqual({ kept: [], gone: [] });
    expect(await listIn(folder)).toEqual({ files: ['app-1.js'], older: [] });
  });

  it('are reported if the site lists them but does not have them', async () => {
    const site = await siteOf({ '/assets.json': listOf(['app-1.js']) });

    expect(await keepOlderFiles(site, await buildOf('app-2.js'))).toEqual({ kept: [], gone: ['app-1.js'] });
  });

  it.each([
    ['fails', { '/assets.json': 500 }, 'answered 500'],
    ['leads elsewhere', { '/assets.json': 302 }, 'fetch failed'],
    ['answers something else', { '/assets.json': '<!doctype html>' }, 'JSON'],
    ['has too long a list', { '/assets.json': ' '.repeat(LIMITS.listBytes + 1) }, 'larger than'],
    [
      'has too large a file',
      { '/assets.json': listOf(['app-1.js']), '/assets/app-1.js': 'x'.repeat(LIMITS.fileBytes + 1) },
      'larger than',
    ],
  ])('are not kept from a site that %s', async (_, files, message) => {
    await expect(keepOlderFiles(await siteOf(files), await buildOf('app-2.js'))).rejects.toThrow(message);
  });
});

describe('a list of files', () => {
  it.each([
    '../app.html',
    '/etc/passwd',
    'a/b.js',
    '..',
    '.htaccess',
    'https://evil.example/x.js',
    'x.html',
    'a|b.js',
    7,
  ])('that names %s is refused', (name) => {
    expect(() => readAssetList(JSON.stringify({ files: [name], older: [] }))).toThrow('no build gives');
    expect(() => readAssetList(JSON.stringify({ files: [], older: [name] }))).toThrow('no build gives');
  });

  it('with more names than a build can have is refused', () => {
    const names = Array.from({ length: LIMITS.files + 1 }, (_, index) => `chunk-${index}.js`);

    expect(() => readAssetList(listOf(names))).toThrow('more than');
    expect(() => readAssetList('[]')).toThrow('no list');
  });
});
