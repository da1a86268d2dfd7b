import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, describe, expect, it } from 'vitest';

/* `npm run import` and `npm run export`, in their own project: they use the default database, where other tests create admins. */

const PROJECT = 'demo-commands';
const db = getFirestore(initializeApp({ projectId: PROJECT }, PROJECT));

const folder = mkdtempSync(join(tmpdir(), 'inkwell-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (script: string, ...args: string[]) =>
  // Not through npx, which sets `INIT_CWD` to its own folder.
  promisify(execFile)(process.execPath, ['--import', 'tsx', `scripts/${script}.ts`, ...args], {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, INIT_CWD: folder, GOOGLE_CLOUD_PROJECT: PROJECT, GCLOUD_PROJECT: PROJECT },
  }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stderr, stdout }: { code: number; stderr: string; stdout: string }) => ({ code, output: stdout + stderr }),
  );

const write = (name: string, text: string) => {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
};

const posts = async () => (await db.collection('posts').get()).docs;

describe('npm run import', () => {
  it.each([
    [[], 'Usage: npm run import -- KIND FILE'],
    [['ghost'], 'Usage:'],
    [['ghost', 'a.json', 'b.json'], 'Usage:'],
    [['drupal', 'a.xml'], 'Usage:'],
    [['wordpress', 'a.xml'], 'There is no file a.xml'],
    [['markdown', 'nowhere'], 'There is no '],
    [['resume', 'nothing'], 'There is no import nothing in demo-commands'],
    [['ghost', 'a.json', '--colour', 'red'], "Unknown option '--colour'"],
  ])('refuses %j', async (args, words) => {
    const { code, output } = await run('import', ...args);

    expect([code, output]).toEqual([1, expect.stringContaining(words)]);
  });

  it('lists what it would import and writes nothing, then imports once', async () => {
    write('site/posts/tea.md', '---\ntitle: Tea\ndate: 2024-05-01\n---\n\nHello ![x](nowhere.png)\n');
    write('site/posts/draft.md', '---\ntitle: Draft\ndraft: true\n---\n\nLater\n');
    const before = (await posts()).length;

    const dry = await run('import', 'markdown', 'site', '--dry-run', '--report', 'report.txt');
    expect([dry.code, dry.output]).toEqual([0, expect.stringMatching(/2 {2}post[\s\S]*Nothing was written\./)]);
    expect(readFileSync(join(folder, 'report.txt'), 'utf8')).toContain('nowhere.png');
    expect([(await posts()).length, (await db.collection('imports').get()).size]).toEqual([before, 0]);

    const nobody = await run('import', 'markdown', 'site');
    expect([nobody.code, nobody.output]).toEqual([1, expect.stringContaining('no administrator yet')]);
    await db.doc('users/grace').set({ role: 'admin', createdAt: new Date(), email: 'grace@example.com' });
    for (let times = 0; times < 2; times += 1) {
      const { code, output } = await run('import', 'markdown', 'site');
      expect([code, output]).toEqual([0, expect.stringMatching(/Importing into demo-commands[\s\S]*Done\./)]);
      expect((await posts()).length).toBe(before + 2);
    }
  });

  it('fails with the place of a fault', async () => {
    write('broken.xml', '<rss version="2.0"><channel><item>');

    const { code, output } = await run('import', 'wordpress', 'broken.xml', '--dry-run');

    expect([code, output]).toEqual([1, expect.stringMatching(/^broken\.xml, line 1/m)]);
  });
});

describe('npm run export', () => {
  it('creates the folder or zip that it writes', async () => {
    write('full/a.txt', 'x');
    write('there.zip', 'x');

    for (const [args, words] of [
      [[], 'Usage: npm run export -- FOLDER|FILE.zip'],
      [['a', 'b'], 'Usage:'],
      [['full'], 'full is not empty'],
      [['there.zip'], 'there.zip exists already'],
    ] as const)
      expect(await run('export', ...args)).toEqual({ code: 1, output: expect.stringContaining(words) });
    const { code, output } = await run('export', 'out');
    const zip = await run('export', 'out.zip');

    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^\d+ files .* of demo-commands \(emulators\) are in out\.$/m),
    ]);
    expect(readdirSync(join(folder, 'out'))).toContain('publication.json');
    expect([zip.code, readFileSync(join(folder, 'out.zip')).subarray(0, 2).toString()]).toEqual([0, 'PK']);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(readFileSync(join(folder, 'there.zip'), 'utf8')).toBe('x');
  });
});
