import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { api } from '@inkwell/functions/src/testing/api.ts';
import { storedAll } from '@inkwell/functions/src/testing/posts.ts';
import { clock, resetFirestore } from '@inkwell/functions/src/testing/server.ts';
import { signIn, type TestUser } from '@inkwell/functions/src/testing/users.ts';
import sharp from 'sharp';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkoutIn, environmentOf, inkwell, newCheckout, remove } from './testing/checkout.ts';

let staff: TestUser;
let env: Awaited<ReturnType<typeof environmentOf>>;

beforeEach(async () => {
  await resetFirestore();
  staff = await signIn({ role: 'moderator' });
  env = await environmentOf(staff);
});

const ROOT = join(import.meta.dirname, '..');

interface Stored {
  readonly title: string;
  readonly content: string;
  readonly isPublished: boolean;
  readonly trashedAt: unknown;
  readonly source: { readonly path: string };
}
const posts = async () => (await storedAll('posts')) as unknown as Record<string, Stored>;
const titles = async () =>
  Object.values(await posts())
    .map(({ title }) => title)
    .sort();
const idOf = async (path: string) =>
  String(Object.entries(await posts()).find(([, post]) => post.source?.path === path)?.[0]);
const change = async (path: string, fields: object) => {
  clock.advance(5);
  const id = await idOf(path);
  expect((await api.patch(`/api/posts/${id}`, fields, staff)).status).toBe(200);
};
const writes = async () =>
  Object.values(await storedAll('audit')).filter(({ action }) => action !== 'token.use').length;

const dateOf = async (path: string, by = staff): Promise<string> =>
  (await api.get(`/api/posts/${await idOf(path)}`, by)).body.publishedAt;
const redPicture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

const TEA = '---\ntitle: Tea\ndescription: About tea\ntags: [Drinks]\n---\n\nIt *draws*.\n';

describe('inkwell push', () => {
  it('creates drafts of files once, even from fresh clones and twice concurrently', async () => {
    const checkout = newCheckout({
      'posts/tea.md': TEA,
      'posts/cups.md': '# Cups\n\nOf clay.\n',
      'README.md': '# About',
    });

    const [first, second] = await Promise.all([
      inkwell(checkout, env, 'push', 'posts'),
      inkwell(checkout.copy(), env, 'push', 'posts'),
    ]);
    const before = await writes();
    const third = await inkwell(checkout.copy(), env, 'push', 'posts');

    expect([first?.code, second?.code, third.code]).toEqual([0, 0, 0]);
    expect(third.results).toEqual({ 'posts/cups.md': 'unchanged', 'posts/tea.md': 'unchanged' });
    expect(await writes()).toBe(before);
    expect(await titles()).toEqual(['Cups', 'Tea']);
    const { body } = await api.get(`/api/posts/${await idOf('posts/tea.md')}`, staff);
    expect(body).toMatchObject({
      status: 'draft',
      excerpt: 'About tea',
      content: 'It *draws*.',
      tags: [{ name: 'Drinks' }],
    });
  });

  it('publishes files that request it, and everything except drafts with --publish', async () => {
    const checkout = newCheckout({
      'a.md': '---\npublished: true\n---\nA',
      'b.md': 'B',
      'c.md': '---\ndraft: true\n---\nC',
    });
    await inkwell(checkout, env, 'push', '.');
    const published = async () =>
      Object.values(await posts())
        .filter(({ isPublished }) => isPublished)
        .map(({ source }) => source.path)
        .sort();
    expect(await published()).toEqual(['a.md']);

    expect((await inkwell(checkout, env, 'push', '.', '--publish')).results).toMatchObject({
      'b.md': 'published',
      'c.md': 'unchanged',
    });
    expect(await published()).toEqual(['a.md', 'b.md']);
    await change('b.md', { isPublished: false });
    checkout.write({ 'b.md': 'B2' });
    const { entries } = await inkwell(checkout, env, 'push', '.', '--publish');
    expect(entries.find(({ path }) => path === 'b.md')).toMatchObject({
      result: 'updated',
      warnings: [expect.stringContaining('stays a draft')],
    });
    expect(await published()).toEqual(['a.md']);
  });

  it('gives posts the dates of their files, and changes them with the file', async () => {
    const dated = (date: string) => `---\npublished: true\ndate: ${date}\n---\nA`;
    const checkout = newCheckout({ 'a.md': dated('2019-05-04') });
    await inkwell(checkout, env, 'push', '.');
    expect(await dateOf('a.md')).toBe('2019-05-04T00:00:00.000Z');
    expect((await inkwell(checkout.copy(), env, 'push', '.')).results).toEqual({ 'a.md': 'unchanged' });

    checkout.write({ 'a.md': dated('2018-01-02') });
    await inkwell(checkout, env, 'push', '.');
    expect(await dateOf('a.md')).toBe('2018-01-02T00:00:00.000Z');
    checkout.write({ 'a.md': '---\npublished: true\n---\nA' });
    await inkwell(checkout, env, 'push', '.');
    expect(await dateOf('a.md')).toBe('2018-01-02T00:00:00.000Z');
  });

  it('ignores the last change of a file, which a pull writes, as the date of its post', async () => {
    const checkout = newCheckout({ 'a.md': '---\npublished: true\n---\nA', '2017-03-04-b.md': 'B' });
    await inkwell(checkout, env, 'push', '.', '--publish');
    const before = await dateOf('a.md');
    expect(await dateOf('2017-03-04-b.md')).toBe('2017-03-04T00:00:00.000Z');

    await change('a.md', { content: 'A of the site' });
    await inkwell(checkout, env, 'pull', '.');
    expect(checkout.read('a.md')).toContain('\nupdated: ');
    checkout.write({ 'a.md': `${checkout.read('a.md')}\nMore.\n` });
    expect((await inkwell(checkout, env, 'push', '.')).results).toMatchObject({ 'a.md': 'updated' });
    expect(await dateOf('a.md')).toBe(before);
  });

  it('sends a date with the publication, so that drafts need no right to publish; also for authors', async () => {
    const dated = '---\ndate: 2019-05-04\n---\nA';
    const checkout = newCheckout({ 'a.md': dated });
    const basic = await environmentOf(staff, ['posts:read', 'posts:write', 'pictures:write']);
    expect(await inkwell(checkout, basic, 'push', '.')).toMatchObject({ code: 0, results: { 'a.md': 'created' } });
    checkout.write({ 'a.md': `${dated}2` });
    expect(await inkwell(checkout, basic, 'push', '.')).toMatchObject({ code: 0, results: { 'a.md': 'updated' } });
    expect((await inkwell(checkout, env, 'push', '.', '--publish')).results).toEqual({ 'a.md': 'published' });
    expect(await dateOf('a.md')).toBe('2019-05-04T00:00:00.000Z');

    const author = await signIn({ writing: 'author' });
    const own = newCheckout({ 'b.md': '---\npublished: true\ndate: 2018-01-02\n---\nB' });
    const { entries } = await inkwell(own, await environmentOf(author), 'push', '.');
    expect(entries).toEqual([{ path: 'b.md', result: 'created', id: expect.any(String), url: expect.any(String) }]);
    expect(await dateOf('b.md', author)).toBe('2018-01-02T00:00:00.000Z');
  });

  it('reports a file whose picture is refused, and pushes the others', async () => {
    const checkout = newCheckout({ 'a.md': '![Red](red.png)', 'b.md': 'B', 'red.png': await redPicture() });
    const half = await environmentOf(staff, ['posts:read', 'posts:write']);

    const { code, results } = await inkwell(checkout, half, 'push', '.');

    expect([code, results]).toEqual([1, { 'a.md': 'failed', 'b.md': 'created' }]);
  });

  it('keeps posts of renamed files, even with a new text', async () => {
    const checkout = newCheckout({ 'a.md': 'About a', 'b.md': '---\ntitle: Bees\n---\nAbout b' });
    await inkwell(checkout, env, 'push', '.');
    const before = [await idOf('a.md'), await idOf('b.md')];

    checkout.git('add', '.');
    checkout.git('mv', 'a.md', 'c.md');
    remove(checkout, 'b.md');
    checkout.write({ 'd.md': '---\ntitle: Bees\n---\nMore about b', 'a.md': '---\ntitle: Another\n---\nText' });
    const { results } = await inkwell(checkout, env, 'push', '.');

    expect(results).toEqual({ 'a.md': 'created', 'c.md': 'moved', 'd.md': 'updated' });
    expect([await idOf('c.md'), await idOf('d.md')]).toEqual(before);
    expect(Object.keys(await posts())).toHaveLength(3);
  });

  it('reports removed files, and unpublishes their posts with --prune', async () => {
    const checkout = newCheckout({ 'a.md': '---\npublished: true\n---\nA', 'b.md': 'B' });
    await inkwell(checkout, env, 'push', '.');
    remove(checkout, 'a.md');

    expect(await inkwell(checkout, env, 'push', '.')).toMatchObject({ code: 0, results: { 'a.md': 'removed' } });
    expect((await inkwell(checkout, env, 'push', 'b.md')).results).toEqual({ 'b.md': 'unchanged' });
    expect((await inkwell(checkout, env, 'push', '.', '--prune')).results).toMatchObject({ 'a.md': 'unpublished' });
    expect((await posts())[await idOf('a.md')]).toMatchObject({ isPublished: false, trashedAt: null });
    expect((await inkwell(checkout, env, 'push', '.', '--prune')).results).toEqual({ 'b.md': 'unchanged' });
    checkout.write({ 'a.md': '---\npublished: true\n---\nA' });
    expect((await inkwell(checkout, env, 'push', '.')).results).toMatchObject({ 'a.md': 'updated' });
    expect((await posts())[await idOf('a.md')]).toMatchObject({ isPublished: true });
  });

  it('does not change a post that was changed or deleted on the site, unless forced', async () => {
    const checkout = newCheckout({ 'a.md': 'A', 'b.md': 'B', 'c.md': 'C' });
    await inkwell(checkout, env, 'push', '.');
    await change('a.md', { content: 'A of the site' });
    await change('b.md', { content: 'B of the site' });
    await api.delete(`/api/posts/${await idOf('c.md')}`, staff);
    checkout.write({ 'b.md': 'B of the file' });

    const refused = await inkwell(checkout, env, 'push', '.');
    expect(refused).toMatchObject({
      code: 1,
      results: { 'a.md': 'changed-on-site', 'b.md': 'conflict', 'c.md': 'deleted-on-site' },
    });
    const id = await idOf('b.md');
    expect((await posts())[id]).toMatchObject({ content: 'B of the site' });
    expect((await inkwell(checkout, env, 'push', '.', '--force')).code).toBe(0);
    expect((await posts())[id]).toMatchObject({ content: 'B of the file' });
    expect((await posts())[await idOf('c.md')]).toMatchObject({ trashedAt: null });
    const revisions = (await api.get(`/api/posts/${id}/revisions`, staff)).body;
    const texts = await Promise.all(
      revisions.map(
        async (one: { id: string }) => (await api.get(`/api/posts/${id}/revisions/${one.id}`, staff)).body.content,
      ),
    );
    expect(texts).toContain('B of the site');
  });

  it('converts links between files to addresses, even circular ones, and uploads each picture once', async () => {
    const picture = await redPicture();
    const checkout = newCheckout({
      'posts/a.md': 'See [b](b.md#part), [c](./c.md) and [the web](https://example.com).\n\n![Red](img/red.png)\n',
      'posts/b.md': '## Part\n\nSee [a](a.md).',
      'posts/c.md': '---\nimage: img/red.png\n---\nText',
      'posts/img/red.png': picture,
    });
    expect((await inkwell(checkout, env, 'push', 'posts')).results).toEqual({
      'posts/a.md': 'created',
      'posts/b.md': 'created',
      'posts/c.md': 'created',
    });

    const [a, b, c] = [await idOf('posts/a.md'), await idOf('posts/b.md'), await idOf('posts/c.md')];
    const { content } = (await posts())[a] as Stored;
    expect(content).toMatch(new RegExp(`\\[b\\]\\(/posts/${b}/b#part\\), \\[c\\]\\(/posts/${c}/c\\)`));
    expect(content).toMatch(/!\[Red\]\(http.*red.*\)/);
    expect((await posts())[b]).toMatchObject({ content: expect.stringContaining(`/posts/${a}/a`) });
    expect(Object.keys(await storedAll('pictures'))).toHaveLength(1);
    checkout.write({ 'posts/a.md': 'Now [b](b.md) first.\n\n![Red](img/red.png)\n' });
    expect((await inkwell(checkout.copy(), env, 'push', 'posts/a.md')).results).toEqual({ 'posts/a.md': 'updated' });
    expect(Object.keys(await storedAll('pictures'))).toHaveLength(1);
  });

  it('finishes an interrupted push', async () => {
    const checkout = newCheckout({ 'a.md': '[b](b.md)', 'b.md': '[a](a.md)', 'c.md': 'C' });
    const half = await environmentOf(staff, ['posts:read', 'posts:write']);
    checkout.write({ 'c.md': '---\npublished: true\n---\nC' });
    const { code, results } = await inkwell(checkout, half, 'push', '.');
    expect([code, results['c.md']]).toEqual([1, 'failed']);
    await change('a.md', { source: { repository: 'github.com/ada/notes', path: 'a.md', hash: null } });

    expect((await inkwell(checkout, env, 'push', '.')).results).toEqual({
      'a.md': 'updated',
      'b.md': 'unchanged',
      'c.md': 'created',
    });
    expect(Object.keys(await posts())).toHaveLength(3);
  });

  it('does what the owner of the token may, and reports what it skips', async () => {
    const author = await signIn({ writing: 'author' });
    const own = await environmentOf(author);
    const checkout = newCheckout({
      'a.md': '---\nslug: tea\ncategory: None\n---\nA',
      'broken.md': '---\n: [\n---\nText',
    });

    const { code, entries } = await inkwell(checkout, own, 'push', '.');

    expect(code).toBe(1);
    expect(entries).toMatchObject([
      {
        path: 'a.md',
        result: 'created',
        warnings: ['The site has no category "None"', 'Only moderators and admins set slug'],
      },
      { path: 'broken.md', result: 'failed', message: expect.stringContaining('front matter') },
    ]);
    expect((await inkwell(checkout, await environmentOf(author, ['analytics:read']), 'push', '.')).code).toBe(3);
  });
});

describe('inkwell pull', () => {
  it('writes the changes made on the site, keeps everything else, and pushes back without a change', async () => {
    const checkout = newCheckout({
      'posts/tea.md':
        '---\n# how we name it\ntitle: Tea\ndescription: About tea\nlayout: wide\n---\n\nIt *draws*, see [cups](cups.md).\n',
      'posts/cups.md': 'Of clay.\n',
      'posts/both.md': 'Both\n',
    });
    await inkwell(checkout, env, 'push', 'posts');
    const cups = `/posts/${await idOf('posts/cups.md')}/cups`;
    await change('posts/tea.md', { excerpt: 'All about tea', content: `It draws [long](${cups}).` });
    await change('posts/both.md', { content: 'Both of the site' });
    checkout.write({ 'posts/both.md': 'Both of the file\n', 'posts/cups.md': 'Of glass.\n' });

    const pulled = await inkwell(checkout, env, 'pull', 'posts');

    expect(pulled).toMatchObject({
      code: 1,
      results: { 'posts/both.md': 'conflict', 'posts/cups.md': 'unchanged', 'posts/tea.md': 'written' },
    });
    expect(checkout.read('posts/tea.md')).toMatch(
      /^---\n# how we name it\ntitle: Tea\nlayout: wide\nexcerpt: All about tea\nid: .*\nupdated: .*\n---\n\nIt draws \[long\]\(cups.md\).\n$/,
    );
    expect([checkout.read('posts/both.md'), checkout.read('posts/cups.md')]).toEqual([
      'Both of the file\n',
      'Of glass.\n',
    ]);
    const again = await inkwell(checkout, env, 'pull', 'posts', '--force');
    expect(again.results).toMatchObject({ 'posts/both.md': 'written' });
    checkout.write({ 'posts/tea.md': checkout.read('posts/tea.md').replace('long', 'longer') });
    expect(await inkwell(checkout, env, 'push', 'posts')).toMatchObject({
      code: 0,
      results: { 'posts/both.md': 'updated', 'posts/cups.md': 'updated', 'posts/tea.md': 'updated' },
    });
    expect((await posts())[await idOf('posts/tea.md')]).toMatchObject({ content: `It draws [longer](${cups}).` });
    expect(await inkwell(checkout, env, 'status', 'posts')).toMatchObject({ code: 0 });
  });

  it('writes dates and the featured flag, replacing their other names, so that a push does not revert them', async () => {
    const checkout = newCheckout({ 'a.md': '---\npublished: true\npubDate: 2019-05-04\nfeatured: false\n---\nA\n' });
    await inkwell(checkout, env, 'push', '.');
    await change('a.md', { publishedAt: '2018-03-04T05:06:07.000Z', isFeatured: true });

    expect((await inkwell(checkout, env, 'push', '.')).results).toEqual({ 'a.md': 'changed-on-site' });
    await inkwell(checkout, env, 'pull', '.');
    expect(checkout.read('a.md')).toMatch(
      /^---\npublished: true\nfeatured: true\ndate: 2018-03-04T05:06:07.000Z\nid: .*\nupdated: .*\n---\nA\n$/,
    );
    expect((await inkwell(checkout, env, 'push', '.')).results).toEqual({ 'a.md': 'updated' });
    expect(await dateOf('a.md')).toBe('2018-03-04T05:06:07.000Z');
    expect((await posts())[await idOf('a.md')]).toMatchObject({ isFeatured: true });
  });

  it('keeps the date of a draft, which the site does not have yet', async () => {
    const checkout = newCheckout({ 'a.md': '---\ndate: 2019-05-04\n---\nA\n' });
    await inkwell(checkout, env, 'push', '.');
    await change('a.md', { content: 'A of the site' });
    await inkwell(checkout, env, 'pull', '.');
    expect(checkout.read('a.md')).toMatch(/^---\ndate: 2019-05-04\nid: .*\nupdated: .*\n---\n\nA of the site\n$/);
  });

  it('keeps the beginning of a text whose rules look like front matter, and the line ends of a file', async () => {
    const checkout = newCheckout({
      'rules.md': 'Intro\n\n---\nnote: x\n---\n\nEnd\n',
      'windows.md': '---\r\ntitle: Tea\r\n---\r\n\r\nIt draws.\r\n',
    });
    await inkwell(checkout, env, 'push', '.');
    for (const path of ['rules.md', 'windows.md']) await change(path, { excerpt: 'Short' });

    expect((await inkwell(checkout, env, 'pull', '.')).code).toBe(0);

    expect(checkout.read('rules.md')).toMatch(
      /^---\n(.*\n)*excerpt: "Short"\n(.*\n)*Intro\n\n---\nnote: x\n---\n\nEnd\n$/,
    );
    expect(checkout.read('windows.md')).toMatch(
      /^---\r\ntitle: Tea\r\nexcerpt: Short\r\n(.*\r\n)*---\r\n\r\nIt draws.\r\n$/,
    );
  });

  it('writes only its own files, inside the repository', async () => {
    const names = ['ignored.md', 'linked/a.md', 'new.md', 'waiting.md'];
    await inkwell(newCheckout(Object.fromEntries(names.map((name) => [name, `Text of ${name}`]))), env, 'push', '.');
    const checkout = newCheckout({ '.gitignore': 'ignored.md', 'ignored.md': 'Secret', 'waiting.md.part': 'Mine' });
    const outside = mkdtempSync(join(tmpdir(), 'inkwell-outside-'));
    symlinkSync(outside, join(checkout.root, 'linked'));

    const { code, results } = await inkwell(checkout, env, 'pull', '.');

    expect([code, results]).toEqual([
      1,
      { 'ignored.md': 'failed', 'linked/a.md': 'failed', 'new.md': 'written', 'waiting.md': 'failed' },
    ]);
    expect([checkout.read('ignored.md'), checkout.read('waiting.md.part')]).toEqual(['Secret', 'Mine']);
    expect(readdirSync(outside)).toEqual([]);
  });

  it('refuses an answer with a path that leads out of the repository', async () => {
    await inkwell(newCheckout({ 'a.md': 'A' }), env, 'push', '.');
    const checkout = newCheckout({ 'b.md': 'B' });
    const name = `${basename(checkout.root)}.md`;
    const { fetch } = globalThis;
    const answering = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
      const answer = await fetch(...request);
      if (!String(request[0]).includes('/pushed-posts')) return answer;
      return new Response((await answer.text()).replace('"a.md"', `"../${name}"`), answer);
    });
    try {
      const { code, output } = await inkwell(checkout, env, 'pull', '.', '--force');
      expect([code, output]).toEqual([3, expect.stringContaining(`"../${name}"`)]);
      expect(readdirSync(join(checkout.root, '..'))).not.toContain(name);
    } finally {
      answering.mockRestore();
    }
  });

  it('writes the export format into an empty folder; with --all, also posts of no repository, which pushes then keep', async () => {
    const checkout = newCheckout({ 'posts/tea.md': TEA });
    await inkwell(checkout, env, 'push', 'posts');
    await api.post('/api/posts', { title: 'By hand', content: 'Written here.' }, staff);
    const empty = checkoutIn(mkdtempSync(join(tmpdir(), 'inkwell-cli-')));
    empty.git('init', '--quiet');
    mkdirSync(join(empty.root, 'posts'));
    const there = ['--repository', 'github.com/ada/notes'];

    expect((await inkwell(empty, env, 'pull', 'posts', '--all', ...there)).results).toEqual({
      'posts/by-hand.md': 'written',
      'posts/tea.md': 'written',
    });
    expect(empty.read('posts/tea.md')).toMatch(
      /^---\nid: ".*"\ntitle: "Tea"\nstatus: "draft"\n(.*\n)*tags: \["Drinks"\]\n(.*\n)*---\n\nIt \*draws\*\.\n$/,
    );
    expect(await inkwell(empty, env, 'push', 'posts', ...there)).toMatchObject({
      code: 0,
      results: { 'posts/by-hand.md': 'updated', 'posts/tea.md': 'updated' },
    });
    expect(await inkwell(empty, env, 'status', 'posts', ...there)).toMatchObject({ code: 0 });
    expect(await titles()).toEqual(['By hand', 'Tea']);
  });
});

describe('inkwell', () => {
  it('creates a preview link of a draft, and of a public post only without changes', async () => {
    const checkout = newCheckout({ 'a.md': '---\npublished: true\n---\nA' });
    const { code, entries } = await inkwell(checkout, env, 'preview', 'a.md');
    expect([code, entries]).toEqual([
      0,
      [expect.objectContaining({ result: 'preview', url: expect.stringContaining('/preview/') })],
    ]);
    expect((await posts())[await idOf('a.md')]).toMatchObject({ isPublished: false });

    expect((await inkwell(checkout, env, 'push', '.')).results).toEqual({ 'a.md': 'published' });
    checkout.write({ 'a.md': '---\npublished: true\n---\nB' });
    expect((await inkwell(checkout, env, 'preview', 'a.md')).code).toBe(2);
    expect((await posts())[await idOf('a.md')]).toMatchObject({ content: 'A' });
  });

  it('shows what a push would do, and does nothing', async () => {
    const checkout = newCheckout({ 'a.md': 'A' });
    const before = await writes();
    expect(await inkwell(checkout, env, 'status', '.')).toMatchObject({ code: 1, results: { 'a.md': 'create' } });
    expect(await writes()).toBe(before);
  });

  it.each([
    ['no command', [], 2, 'Usage'],
    ['an unknown command', ['fetch', '.'], 2, 'Usage'],
    ['an option of another command', ['pull', '.', '--prune'], 2, '--prune'],
    ['a missing folder', ['push', 'nowhere'], 2, 'There is no folder or file nowhere'],
    ['a preview of a folder', ['preview', '.'], 2, 'needs a file'],
    ['an address without encryption', ['push', '.', '--site', 'http://example.com'], 2, 'https://'],
  ] as const)('refuses %s', async (_, args, code, words) => {
    const outcome = await inkwell(newCheckout({ 'a.md': 'A' }), env, ...args);
    expect([outcome.code, outcome.output]).toEqual([code, expect.stringContaining(words)]);
  });

  it('reports an unknown token', async () => {
    const unknown = { ...env, INKWELL_TOKEN: 'ink_unknown' };
    const { code, output } = await inkwell(newCheckout({ 'a.md': 'A' }), unknown, 'push', '.');
    expect([code, output]).toEqual([3, expect.stringContaining('does not accept this token')]);
  });

  it('works packed, without any dependency', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'inkwell-packed-'));
    execFileSync(process.execPath, ['build.mjs'], { cwd: ROOT });
    const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: ROOT,
    });
    const archive = join(folder, String(packed).trim().split('\n').at(-1) ?? '');
    const files = String(execFileSync('tar', ['-tzf', archive]))
      .trim()
      .split('\n')
      .sort();
    execFileSync('tar', ['-xzf', archive, '-C', folder]);
    const checkout = newCheckout({ 'a.md': '# Packed\n\nText' });

    const command = [join(folder, 'package/dist/inkwell.cjs'), 'push', '.'];
    const { stdout } = await promisify(execFile)(process.execPath, command, {
      cwd: checkout.root,
      env: { PATH: process.env.PATH, ...env },
    });

    expect(stdout).toMatch(/^created +a\.md +http.*\n1 created\n$/);
    expect(files.filter((file) => !file.includes('/dist/'))).toEqual(['package/README.md', 'package/package.json']);
    expect(await titles()).toEqual(['Packed']);
  });
});
