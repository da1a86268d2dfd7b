import { articleIdOf, createArticles, postIn } from './articles.ts';
import type { PageMessage } from './names.ts';
import { createSavedPosts, isStoredPicture } from './saved.ts';
import type { WorkerScope } from './scope.ts';
import { CONFIG_PATH, createShell } from './shell.ts';

/** Addresses of pages. The worker does not handle files, the API, the identity provider, or preview links, which must end. */
const isPage = (path: string): boolean => !/^\/(?:api|__|preview)\/|\./.test(path);

const isAsset = (path: string): boolean => path.startsWith('/assets/');

const isGone = ({ status }: Response): boolean => status === 404 || status === 410;

/**
 * Stores the app and the recently opened articles for offline reading. Every request goes to the network first, except for files whose names depend
 * on their content. Nothing personal is stored: articles are stored as visitors would get them, and other pages use the app shell.
 * docs/decisions/0017-offline.md
 */
export function startWorker(scope: WorkerScope): void {
  const fetch: WorkerScope['fetch'] = (input, init) => scope.fetch(input, init);
  const articles = createArticles(scope.caches);
  const saved = createSavedPosts({ caches: scope.caches, fetch, location: scope.location });
  const shell = createShell({ caches: scope.caches, fetch });

  /** Without cookies and tokens, as a visitor. */
  const asVisitor = (path: string) => fetch(path, { credentials: 'omit' });

  async function keepPage(path: string, response: Response, session: number): Promise<void> {
    const id = articleIdOf(path);
    if (id !== null && isGone(response)) await drop(id);
    if (response.status !== 200) return;
    // A full storage stores no article, but an update makes room.
    const works = [shell.renew(await response.clone().text())];
    if (id !== null) works.push(articles.keepPage({ id, response, session }));
    for (const work of await Promise.allSettled(works)) if (work.status === 'rejected') throw work.reason;
  }

  async function keepAnswer(id: string, request: Request, response: Response, session: number): Promise<void> {
    if (isGone(response)) return drop(id);
    if (response.status !== 200) return;
    if (!request.headers.has('Authorization')) return keepPublic(id, response, session);
    // Signed-in readers may see more, such as unpublished posts, so the visitor's answer is stored.
    const post = postIn(await response.text(), id);
    if (!post) return drop(id);
    const stored = await articles.answer(id);
    const isCurrent = stored && postIn(await stored.clone().text(), id)?.updatedAt === post.updatedAt;
    const publicAnswer = isCurrent ? stored : await asVisitor(`/api/posts/${id}`);
    if (publicAnswer.status === 200) await keepPublic(id, publicAnswer, session);
  }

  async function keepPublic(id: string, response: Response, session: number): Promise<void> {
    await saved.renew(id, response.clone());
    await articles.keepAnswer({ id, response, session });
  }

  async function drop(id: string): Promise<void> {
    await Promise.all([articles.drop(id), saved.drop(id)]);
  }

  /**
   * Lets the browser request a page while the worker starts. Firefox shows its error page whenever that request fails, whatever the worker answers
   * (GoogleChrome/workbox issue 3134), and the setting outlives the worker that made it.
   */
  async function setPreload(): Promise<void> {
    const { navigationPreload } = scope.registration;
    if (scope.navigator.userAgent.includes('Firefox/')) await navigationPreload?.disable();
    else await navigationPreload?.enable();
  }

  scope.addEventListener('install', (event) => {
    // The worker does not depend on the build, so it can take over at once.
    event.waitUntil(Promise.all([shell.begin(), scope.skipWaiting()]));
  });

  scope.addEventListener('activate', (event) => {
    event.waitUntil(Promise.all([setPreload(), scope.clients.claim()]));
  });

  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname: path } = new URL(request.url);
    const session = articles.session();
    if (request.method !== 'GET') return;
    if (!scope.navigator.onLine && isStoredPicture(request.url)) {
      return event.respondWith(saved.picture(request.url).then((picture) => picture ?? fetch(request)));
    }
    if (origin !== scope.location.origin) return;

    const inBackground = (work: Promise<unknown>) =>
      event.waitUntil(work.catch((error: unknown) => console.warn('Could not store', path, error)));
    /** Stores the network's answer after passing it to the page. */
    const keeping = (response: Response, keep: (copy: Response) => Promise<void>): Response => {
      inBackground(keep(response.clone()));
      return response;
    };

    if (isAsset(path)) return event.respondWith(shell.asset(request, inBackground));
    if (path === CONFIG_PATH) return event.respondWith(shell.config(request, inBackground));
    const id = articleIdOf(path);
    if (request.mode === 'navigate') {
      if (!isPage(path)) return;
      const ask = async () => (await event.preloadResponse) ?? fetch(request);
      return event.respondWith(
        ask().then(
          (response) => keeping(response, (copy) => keepPage(path, copy, session)),
          async (error: unknown) => {
            const article = id === null ? undefined : await articles.page(id);
            const page = article ? await shell.around(article) : await shell.page();
            if (page) return page;
            throw error;
          },
        ),
      );
    }
    if (id === null || !path.startsWith('/api/')) return;
    event.respondWith(
      fetch(request).then(
        (response) => keeping(response, (copy) => keepAnswer(id, request, copy, session)),
        async (error: unknown) => {
          const answer = (await articles.answer(id)) ?? (await saved.answer(id));
          if (answer) return answer;
          throw error;
        },
      ),
    );
  });

  scope.addEventListener('message', (event) => {
    const message = event.data as PageMessage;
    if (message.type === 'forget') return event.waitUntil(Promise.all([articles.clear(), saved.clear()]));
    if (message.type === 'saved') {
      return event.waitUntil(
        saved.keep(message.ids).catch((error: unknown) => console.warn('Could not store the saved posts', error)),
      );
    }
    const { address, assets } = message;
    const session = articles.session();
    const opened = async () => {
      await shell.keepAssets(assets.filter(isAsset));
      if (articleIdOf(address) !== null) await keepPage(address, await asVisitor(address), session);
    };
    event.waitUntil(opened().catch((error: unknown) => console.warn('Could not store', address, error)));
  });
}
