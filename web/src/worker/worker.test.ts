import { describe, expect, it, vi } from 'vitest';
import { KEPT_ARTICLES } from './articles.ts';
import { FakeScope } from './fake-scope.ts';
import { ARTICLES, ASSETS, SAVED, SHELL } from './names.ts';
import { stopWorker } from './off.ts';
import { createSavedPosts } from './saved.ts';
import { startWorker } from './worker.ts';

const shellOf = (build: number) =>
  `<meta name="inkwell-script" content="/assets/app-${build}.js"><link href="/assets/app-${build}.css">`;
const pageOf = (id: string, build = 1) =>
  `${shellOf(build)}<h1>${id}</h1><script type="application/json" id="inkwell-data">${JSON.stringify([
    { queryKey: ['posts', 'by-id', id], data: postOf(id) },
  ])}</script>`;
const postOf = (id: string, more: object = {}) => ({ id, isPublished: true, updatedAt: 'monday', ...more });

/** A site of one build, with a worker in control. */
async function siteWithWorker() {
  const scope = new FakeScope();
  deploy(scope, 1);
  startWorker(scope);
  await scope.dispatch('install');
  await scope.dispatch('activate');
  scope.asked.length = 0;
  return scope;
}

interface List {
  readonly build: number;
  readonly older?: readonly string[];
  readonly parts?: Readonly<Record<string, readonly string[]>>;
}

const listOf = ({ build, older = [], parts = {} }: List): string =>
  JSON.stringify({ files: [`app-${build}.js`, `app-${build}.css`, ...Object.values(parts).flat()], older, parts });

function deploy(scope: FakeScope, build: number): void {
  scope.answers.set('/shell.html', shellOf(build));
  scope.answers.set('/__/firebase/init.json', `{"build":${build}}`);
  for (const file of [`app-${build}.js`, `app-${build}.css`]) scope.answers.set(`/assets/${file}`, file);
  const older = build > 1 ? [`app-${build - 1}.js`] : [];
  scope.answers.set('/assets.json', listOf({ build, older }));
}

const open = (scope: FakeScope, path: string) => scope.request(path, { mode: 'navigate' });
const textOf = async (answer: Promise<Response>) => (await answer).text();

/** A body that fails when it is read after its request was aborted, as in browsers. */
const unlessAborted = (text: string, signal: AbortSignal) =>
  new ReadableStream(
    {
      pull(body) {
        if (signal.aborted) return body.error(signal.reason);
        body.enqueue(new TextEncoder().encode(text));
        body.close();
      },
    },
    { highWaterMark: 0 },
  );

describe('the service worker', () => {
  it('asks the network first, and answers opened articles when offline', async () => {
    const scope = await siteWithWorker();
    scope.answers.set('/posts/a/title', pageOf('a'));
    await open(scope, '/posts/a/title');
    scope.answers.set('/posts/a/title', `${pageOf('a')}<p>edited`);

    expect(await textOf(open(scope, '/posts/a/title'))).toContain('edited');
    scope.isOffline = true;

    expect(await textOf(open(scope, '/posts/a/an-older-title'))).toContain('edited');
    expect(await (await scope.request('/api/posts/a')).json()).toEqual(postOf('a'));
  });

  it('answers an article from two builds ago in the stored shell, whose scripts are available, and includes its styles', async () => {
    const scope = await siteWithWorker();
    const documentOf = (build: number, root = '', data = '') =>
      `<head><title>${root || 'Inkwell'}</title><style data-href="/a.css">.a${build}{}</style><style data-href="/b.css">@media (width<1px){.b${build}{}}</style>${shellOf(build)}` +
      `<style id="site-look">:root{}</style></head><script>/* ${build} */</script><div id="root"${root && ` data-build="${build}"`}>` +
      `${root && `<div>${root}</div><div></div>`}</div>\n<p id="unloaded"></p><script id="inkwell-data">${data}</script>`;
    scope.answers.set('/posts/a', documentOf(1, 'Article $&', '[1]'));
    await open(scope, '/posts/a');
    for (const build of [2, 3]) {
      deploy(scope, build);
      scope.answers.set('/shell.html', documentOf(build));
      scope.answers.set('/posts', documentOf(build, 'Posts'));
      await open(scope, '/posts');
    }
    scope.isOffline = true;

    const page = await textOf(open(scope, '/posts/a'));

    const styles = '<style id="page-styles">.a1{}@media (width<1px){.b1{}}</style>';
    expect(page).toBe(
      documentOf(3, 'Article $&', '[1]')
        .replace('data-build="3"', 'data-build="1"')
        .replace('<style id="site-look">', (look) => styles + look),
    );
    expect(await textOf(scope.request('/assets/app-3.js'))).toBe('app-3.js');
    await expect(scope.request('/assets/app-1.js')).rejects.toThrow('offline');
  });

  it('lets browsers request pages while it starts, but not Firefox, even if an older worker allowed that', async () => {
    const scope = await siteWithWorker();
    expect(scope.isPreloading).toBe(true);

    scope.userAgent = 'Mozilla/5.0 Gecko/20100101 Firefox/140.0';
    await scope.dispatch('activate');

    expect(scope.isPreloading).toBe(false);
  });

  it('answers other pages with the shell and its files, and stores only requested files', async () => {
    const scope = await siteWithWorker();
    scope.isOffline = true;

    expect(await textOf(open(scope, '/create-post'))).toBe(shellOf(1));
    expect(await textOf(open(scope, '/posts/unknown'))).toBe(shellOf(1));
    expect(await textOf(scope.request('/assets/app-1.js'))).toBe('app-1.js');
    expect(await textOf(scope.request('/__/firebase/init.json'))).toBe('{"build":1}');
    await expect(scope.request('/api/posts/a')).rejects.toThrow('offline');
    await expect(scope.request('/assets/other-1.js')).rejects.toThrow('offline');
  });

  it.each<[string, RequestInit]>([
    ...['/api/users/me', '/api/posts', '/api/posts/a/comments', '/feed.xml', '/pictures/a.webp'].map(
      (path): [string, RequestInit] => [path, {}],
    ),
    ['/__/auth/handler', { mode: 'navigate' }],
    ['/feed.xml', { mode: 'navigate' }],
    ['/api/openapi.json', { mode: 'navigate' }],
    ['/api/posts/a', { method: 'DELETE' }],
    ['https://storage.example/assets/a.js', {}],
  ])('does not handle %s %o', async (path, init) => {
    const scope = await siteWithWorker();

    expect(scope.isTaken(path, init)).toBe(false);
  });

  it('stores the most recently opened articles', async () => {
    const scope = await siteWithWorker();
    const ids = Array.from({ length: KEPT_ARTICLES + 2 }, (_, index) => `p${index}`);
    for (const id of ids) {
      scope.answers.set(`/posts/${id}`, pageOf(id));
      scope.answers.set(`/api/posts/${id}`, JSON.stringify(postOf(id)));
    }

    for (const id of ids.slice(0, -1)) await open(scope, `/posts/${id}`);
    await open(scope, '/posts/p1');
    await scope.request(`/api/posts/${ids.at(-1)}`);

    const kept = await scope.kept(ARTICLES);
    expect(kept).toHaveLength(KEPT_ARTICLES);
    expect(kept).toContain('/posts/p1');
    expect(kept).not.toContain('/posts/p2');
    expect(kept.at(-1)).toBe(`/api/posts/${ids.at(-1)}`);
  });

  it.each([404, 410])(
    'removes an article that is answered with %i, and keeps it during server errors',
    async (status) => {
      const scope = await siteWithWorker();
      scope.answers.set('/posts/a', pageOf('a'));
      scope.answers.set('/api/posts/a', JSON.stringify(postOf('a')));
      await open(scope, '/posts/a');
      await scope.request('/api/posts/a');

      scope.answers.set('/api/posts/a', 503);
      await scope.request('/api/posts/a');
      expect(await scope.kept(ARTICLES)).toHaveLength(2);
      scope.answers.set('/api/posts/a', status);
      await scope.request('/api/posts/a');

      expect(await scope.kept(ARTICLES)).toEqual([]);
    },
  );

  it("stores visitors' answers for signed-in readers too, and no unpublished post", async () => {
    const scope = await siteWithWorker();
    const headers = { Authorization: 'Bearer token' };
    scope.answer = (path, request) =>
      path === '/api/posts/a'
        ? Response.json(postOf('a', request.headers.has('Authorization') ? { secret: true } : {}))
        : path === '/api/posts/draft'
          ? Response.json(postOf('draft', { isPublished: false }))
          : null;

    expect(await (await scope.request('/api/posts/a', { headers })).json()).toHaveProperty('secret');
    await scope.request('/api/posts/draft', { headers });
    await scope.request('/api/posts/a', { headers });

    expect(await scope.kept(ARTICLES)).toEqual(['/api/posts/a']);
    // One request as a visitor, and none while nothing has changed.
    expect(scope.asked.filter((path) => path === '/api/posts/a')).toHaveLength(3);
    expect(scope.asked.filter((path) => path === '/api/posts/draft')).toHaveLength(1);
    scope.isOffline = true;
    expect(await (await scope.request('/api/posts/a', { headers })).json()).toEqual(postOf('a'));
  });

  it('stores neither lists nor pages without an article as articles', async () => {
    const scope = await siteWithWorker();
    scope.answers.set('/api/posts/popular', JSON.stringify([postOf('a')]));
    scope.answers.set('/posts/slow', shellOf(1));

    await scope.request('/api/posts/popular');
    await open(scope, '/posts/slow');

    expect(await scope.kept(ARTICLES)).toEqual([]);
  });

  it('deletes the articles when the session ends, including one that is being stored', async () => {
    const scope = await siteWithWorker();
    scope.answers.set('/posts/a', pageOf('a'));
    scope.answers.set('/posts/b', pageOf('b'));
    await open(scope, '/posts/a');

    const opening = open(scope, '/posts/b');
    await scope.dispatch('message', { data: { type: 'forget' } });
    await opening;

    expect(await scope.kept(ARTICLES)).toEqual([]);
    expect(await scope.kept(SHELL)).toEqual(['/__/firebase/init.json', '/assets.json', '/shell.html']);
  });

  it('updates the shell with the first page after a deploy, and keeps files of the previous build while they are deployed', async () => {
    const scope = await siteWithWorker();
    for (const build of [2, 3]) {
      deploy(scope, build);
      scope.answers.set('/posts', shellOf(build));
      await open(scope, '/posts');
    }

    expect((await scope.kept(ASSETS)).sort()).toEqual(['/assets/app-2.js', '/assets/app-3.css', '/assets/app-3.js']);
    const asked = scope.asked.length;
    await open(scope, '/posts');
    // A page contains only the sheets that it needs.
    scope.answers.set('/posts', shellOf(3).replace('/assets/app-3.css', ''));
    await open(scope, '/posts');
    expect(scope.asked.slice(asked)).toEqual(['/posts', '/posts']);
    scope.isOffline = true;
    expect(await textOf(open(scope, '/admin'))).toBe(shellOf(3));
  });

  it('stores only the used parts of the app again after a deploy', async () => {
    // File names differ in each build, module names do not.
    const [before, after] = [
      { 'editor.tsx': ['editor-a.js', 'editor-a.css'], 'charts.tsx': ['charts-a.js', 'editor-a.css'] },
      { 'editor.tsx': ['reading-b.js', 'forms-b.js'], 'charts.tsx': ['charts-b.js'] },
    ];
    const scope = new FakeScope();
    for (const file of Object.values({ ...before, ...after }).flat()) scope.answers.set(`/assets/${file}`, file);
    deploy(scope, 1);
    for (const file of before['editor.tsx']) scope.answers.set(`/assets/${file}`, file);
    scope.answers.set('/assets.json', listOf({ build: 1, parts: before }));
    startWorker(scope);
    await scope.dispatch('install');
    for (const file of before['editor.tsx']) await scope.request(`/assets/${file}`);

    deploy(scope, 2);
    scope.answers.set('/assets.json', listOf({ build: 2, parts: after }));
    scope.answers.set('/posts', shellOf(2));
    await open(scope, '/posts');

    scope.isOffline = true;
    expect(await textOf(scope.request('/assets/forms-b.js'))).toBe('forms-b.js');
    expect((await scope.kept(ASSETS)).sort()).toEqual(
      ['app-2.css', 'app-2.js', 'forms-b.js', 'reading-b.js'].map((name) => `/assets/${name}`),
    );
  });

  it('does not store a login portal as a file, and repeats the request of a page that received one', async () => {
    const scope = await siteWithWorker();
    const html = () => new Response('Welcome', { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
    scope.answers.set('/assets/charts-1.js', 'code');
    scope.answer = (path) => (path.startsWith('/assets/') ? html() : null);
    expect(await textOf(scope.request('/assets/charts-1.js'))).toBe('Welcome');
    expect(await scope.kept(ASSETS)).not.toContain('/assets/charts-1.js');

    // The page of a portal that an earlier worker stored as a file.
    await (await scope.caches.open(ASSETS)).put(new Request('http://inkwell.test/assets/charts-1.js'), html());
    scope.answer = () => null;

    expect(await textOf(scope.request('/assets/charts-1.js'))).toBe('code');
    expect(await textOf(scope.request('/assets/charts-1.js'))).toBe('code');
  });

  it('requests a file again for a page that could not use it, and answers with the stored file when offline', async () => {
    const scope = await siteWithWorker();
    scope.answers.set('/assets/charts-1.js', 'damaged');
    await scope.request('/assets/charts-1.js');
    scope.answers.set('/assets/charts-1.js', 'code');

    expect(await textOf(scope.request('/assets/charts-1.js', { cache: 'reload' }))).toBe('code');
    scope.isOffline = true;
    expect(await textOf(scope.request('/assets/charts-1.js', { cache: 'reload' }))).toBe('code');
  });

  describe('after a deploy', () => {
    const charts = (build: number) => `/assets/charts-${String(build).repeat(8)}.js`;

    /** Deploys a build with a part that the first build also has. */
    function deployCharts(scope: FakeScope, build: number, older: string[] = []): void {
      deploy(scope, build);
      const parts = { 'charts.tsx': [charts(build).slice('/assets/'.length)] };
      scope.answers.set('/assets.json', listOf({ build, older, parts }));
      scope.answers.set(charts(build), `charts ${build}`);
      scope.answers.set('/posts', shellOf(build));
    }

    async function siteWithCharts() {
      vi.spyOn(console, 'warn').mockImplementation(() => {});
      const scope = new FakeScope();
      deployCharts(scope, 1);
      startWorker(scope);
      await scope.dispatch('install');
      await scope.dispatch('activate');
      await scope.request(charts(1));
      return scope;
    }

    it('updates the shell even if one of its parts is blocked, and loads that part after the next deploy', async () => {
      const scope = await siteWithCharts();
      deployCharts(scope, 2);
      scope.answer = (path) => {
        if (path === charts(2)) throw new TypeError('blocked');
        return null;
      };

      await open(scope, '/posts');

      expect((await scope.kept(ASSETS)).sort()).toEqual(['/assets/app-2.css', '/assets/app-2.js']);
      deployCharts(scope, 3);
      await open(scope, '/posts');
      scope.isOffline = true;
      expect(await textOf(open(scope, '/admin'))).toBe(shellOf(3));
      expect(await textOf(scope.request(charts(3)))).toBe('charts 3');
      expect(await scope.kept(ASSETS)).not.toContain(charts(1));
    });

    it('keeps the stored build if the network fails, and updates it later', async () => {
      const scope = await siteWithCharts();
      deployCharts(scope, 2);
      scope.answer = (path) => {
        scope.isOffline = path === charts(2);
        if (scope.isOffline) throw new TypeError('offline');
        return null;
      };
      await open(scope, '/posts').catch(() => undefined);

      expect(scope.isOffline).toBe(true);
      expect(await textOf(open(scope, '/admin'))).toBe(shellOf(1));
      expect(await textOf(scope.request('/assets/app-1.js'))).toBe('app-1.js');
      expect(await textOf(scope.request(charts(1)))).toBe('charts 1');
      scope.isOffline = false;
      scope.answer = () => null;
      await open(scope, '/posts');
      scope.isOffline = true;
      expect(await textOf(open(scope, '/admin'))).toBe(shellOf(2));
      expect(await textOf(scope.request(charts(2)))).toBe('charts 2');
    });

    it('updates the shell even if one of its parts takes too long', async () => {
      const scope = await siteWithCharts();
      deployCharts(scope, 2);
      const waits: AbortController[] = [];
      vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
        const wait = new AbortController();
        waits.push(wait);
        return wait.signal;
      });
      scope.answer = (path, { signal }) => {
        if (path === '/__/firebase/init.json') return new Response(unlessAborted('{"build":2}', signal));
        if (path !== charts(2)) return null;
        // All earlier requests have timed out.
        for (const wait of waits) wait.abort();
        throw new DOMException('', 'TimeoutError');
      };

      await open(scope, '/posts');

      scope.isOffline = true;
      expect(await textOf(open(scope, '/admin'))).toBe(shellOf(2));
      vi.restoreAllMocks();
    });

    it('limits the time of each file separately', async () => {
      const timeout = vi.spyOn(AbortSignal, 'timeout');
      const scope = await siteWithCharts();
      deployCharts(scope, 2);

      await open(scope, '/posts');

      expect(Math.min(...timeout.mock.calls.map(([ms]) => ms))).toBe(60_000);
      expect(timeout.mock.calls.length).toBeGreaterThan(8);
      vi.restoreAllMocks();
    });

    it('deletes nothing that a later update has stored', async () => {
      const scope = await siteWithCharts();
      deployCharts(scope, 2);
      let opened: Promise<unknown> | undefined;
      scope.answer = (path) => {
        if (path === charts(2) && !opened) {
          deployCharts(scope, 3);
          opened = open(scope, '/posts');
        }
        return null;
      };

      await open(scope, '/posts');
      await opened;

      scope.isOffline = true;
      expect(await textOf(open(scope, '/admin'))).toBe(shellOf(3));
      for (const path of ['/assets/app-3.js', '/assets/app-3.css', charts(3)])
        expect(await scope.kept(ASSETS)).toContain(path);
    });

    it('updates the shell if the storage refuses articles', async () => {
      const scope = await siteWithCharts();
      deployCharts(scope, 2);
      scope.answers.set('/posts/a', pageOf('a', 2));
      const cacheOf = scope.caches.open.bind(scope.caches);
      vi.spyOn(scope.caches, 'open').mockImplementation((name) =>
        name === ARTICLES ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : cacheOf(name),
      );

      await open(scope, '/posts/a');

      scope.isOffline = true;
      expect(await textOf(open(scope, '/admin'))).toBe(shellOf(2));
    });

    it('activates a new worker even if the site fails', async () => {
      const scope = await siteWithCharts();
      for (const path of ['/shell.html', '/assets.json', '/__/firebase/init.json']) scope.answers.set(path, 503);
      const after = new FakeScope(scope.caches);
      startWorker(after);

      await expect(after.dispatch('install')).resolves.toBeUndefined();

      after.isOffline = true;
      expect(await textOf(open(after, '/admin'))).toBe(shellOf(1));
    });
  });

  it.each(['<p>Welcome', '<link rel="stylesheet" href="/assets/hotel.css"><p>Welcome'])(
    'does not store the page of a login portal as the app: %s',
    async (welcome) => {
      const scope = await siteWithWorker();
      vi.spyOn(console, 'warn').mockImplementation(() => {});
      scope.answer = (path) =>
        path === '/posts/b' ? null : new Response(welcome, { headers: { 'Content-Type': 'text/html' } });
      scope.answers.set('/posts/b', shellOf(2));

      await open(scope, '/posts/b').catch(() => undefined);
      await scope.request('/__/firebase/init.json');

      scope.isOffline = true;
      expect(await textOf(open(scope, '/admin'))).toBe(shellOf(1));
      expect(await textOf(scope.request('/__/firebase/init.json'))).toBe('{"build":1}');
    },
  );

  it('passes pages through if the storage of the browser fails', async () => {
    const scope = await siteWithWorker();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.spyOn(scope.caches, 'open').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    scope.answers.set('/posts/a', pageOf('a'));

    expect(await textOf(open(scope, '/posts/a'))).toContain('<h1>a</h1>');
    expect(await textOf(scope.request('/assets/app-1.js'))).toBe('app-1.js');
  });

  it('stores the page that was opened before the worker existed', async () => {
    const scope = await siteWithWorker();
    scope.answers.set('/posts/a/title', pageOf('a'));
    scope.answers.set('/assets/post-page-1.js', 'code');

    const assets = ['/assets/post-page-1.js', '/api/users/me'];
    await scope.dispatch('message', { data: { type: 'opened', address: '/posts/a/title', assets } });

    expect(await scope.kept(ARTICLES)).toEqual(['/posts/a']);
    expect(await scope.kept(ASSETS)).toContain('/assets/post-page-1.js');
    expect(scope.asked).not.toContain('/api/users/me');
  });
});

it('is removed with all its caches by its replacement', async () => {
  const scope = await siteWithWorker();
  const after = new FakeScope(scope.caches);

  stopWorker(after);
  await after.dispatch('install');
  await after.dispatch('activate');

  expect(await after.caches.keys()).toEqual([]);
  expect(after.isRegistered).toBe(false);
});

describe('saved posts', () => {
  const PICTURE = 'https://pictures.test/v0/b/bucket/o/images%2F1763700000000-harbour-1600x900.webp?alt=media';
  const withPicture = (id: string) => JSON.stringify(postOf(id, { title: id, content: `![Harbour](${PICTURE})` }));
  const keep = (scope: FakeScope, ...ids: string[]) => scope.dispatch('message', { data: { type: 'saved', ids } });
  const STORED_PICTURE = '/v0/b/bucket/o/images%2F1763700000000-harbour-1600x900.webp';

  it('are stored with their pictures in one size, and can be read offline', async () => {
    const scope = await siteWithWorker();
    scope.answers.set('/api/posts/a', withPicture('a'));
    scope.answers.set(STORED_PICTURE.replace('.webp', '.w800.webp'), 'a picture');

    await keep(scope, 'a');

    expect(await scope.kept(SAVED)).toEqual(['/api/posts/a', STORED_PICTURE]);
    scope.isOffline = true;
    expect(JSON.parse(await textOf(scope.request('/api/posts/a')))).toMatchObject({ id: 'a' });
    for (const size of [PICTURE, PICTURE.replace('.webp', '.w400.webp')]) {
      expect(await textOf(scope.request(size))).toBe('a picture');
    }
  });

  it('do not intercept pictures while there is a network', async () => {
    const scope = await siteWithWorker();

    expect(scope.isTaken(PICTURE)).toBe(false);
  });

  it('are exactly the posts of the reading list, requested once', async () => {
    const scope = await siteWithWorker();
    for (const id of ['a', 'b']) scope.answers.set(`/api/posts/${id}`, JSON.stringify(postOf(id)));
    await keep(scope, 'b', 'a');
    scope.asked.length = 0;

    await keep(scope, 'a');

    expect(await scope.kept(SAVED)).toEqual(['/api/posts/a']);
    expect(scope.asked).toEqual([]);
  });

  it('are the ones visible to visitors, and are deleted when they are gone or the session ends', async () => {
    const scope = await siteWithWorker();
    scope.answers.set('/api/posts/a', JSON.stringify(postOf('a')));
    scope.answers.set('/api/posts/draft', JSON.stringify(postOf('draft', { isPublished: false })));
    scope.answers.set('/api/posts/b', JSON.stringify(postOf('b')));
    await keep(scope, 'a', 'draft', 'missing', 'b');
    expect(await scope.kept(SAVED)).toEqual(['/api/posts/a', '/api/posts/b']);

    scope.answers.set('/api/posts/a', 404);
    await scope.request('/api/posts/a');
    expect(await scope.kept(SAVED)).toEqual(['/api/posts/b']);

    await scope.dispatch('message', { data: { type: 'forget' } });
    expect(await scope.kept(SAVED)).toEqual([]);
  });

  it('are limited by the available space, most recently saved first', async () => {
    const scope = await siteWithWorker();
    for (const id of ['a', 'b', 'c'])
      scope.answers.set(`/api/posts/${id}`, JSON.stringify(postOf(id, { content: 'x'.repeat(500) })));
    const { caches, location } = scope;

    await createSavedPosts({ caches, location, fetch: (input, init) => scope.fetch(input, init) }, 1_000).keep([
      'a',
      'b',
      'c',
    ]);

    expect(await scope.kept(SAVED)).toEqual(['/api/posts/a']);
  });

  it('are replaced by a newer answer', async () => {
    const scope = await siteWithWorker();
    scope.answers.set('/api/posts/a', JSON.stringify(postOf('a')));
    await keep(scope, 'a');

    scope.answers.set('/api/posts/a', JSON.stringify(postOf('a', { updatedAt: 'tuesday' })));
    await scope.request('/api/posts/a');

    const kept = await (await scope.caches.open(SAVED)).match('/api/posts/a');
    expect(await kept?.json()).toMatchObject({ updatedAt: 'tuesday' });
  });
});
