import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/patterns.css';
import './styles/markdown.css';
import './styles/embeds.css';
import './styles/article.css';
import './styles/rendered.css';
import './styles/print.css';
import { PAGE_STYLES_ID, ROOT_ATTRIBUTES } from '@inkwell/shared/page-renderer';
import type { QueryClient } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { App } from './app/app.tsx';
import { keepRetrying, pageFailure } from './app/lazy-page.ts';
import { loadNamed } from './app/rendered-parts.ts';
import { routes } from './app/router.tsx';
import { LazyArticle } from './components/markdown/lazy-markdown.ts';
import { keepRenderedText } from './features/posts/rendered-text.ts';
import { keepTyped, pressAgain, takePress } from './lib/before-app.ts';
import { entryOf, setReload } from './lib/chunks.ts';
import { hydrateServedData } from './lib/hydrate.ts';
import { startIdentity } from './lib/identity-store.ts';
import { paths } from './lib/paths.ts';
import { createQueryClient } from './lib/query-client.ts';
import { retryLater } from './lib/retry-later.ts';
import { noteUnknown } from './lib/unknown-address.ts';
import { whenIdle } from './lib/when-idle.ts';

// Otherwise zod, in later chunks, would try `new Function`, which the Content-Security-Policy refuses and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('app.html has no #root');
/** Shows the app shell's banner that the app did not load (app.html). */
const unloaded = document.getElementById('unloaded');
void start(root);

/** Runs in steps, because all at once would delay the response to a tap on a phone. */
async function start(container: HTMLElement): Promise<void> {
  await letTapsThrough();
  const client = createQueryClient();
  // An uncounted visit does not matter.
  if (import.meta.env.PROD)
    whenIdle(() => import('./app/visit.ts').then((visit) => visit.followVisit(client), Boolean));
  const answers = hydrateServedData(client);
  const [{ content, math } = {}] = answers
    .map(({ data }) => data as { readonly content?: string; readonly math?: boolean })
    .filter((data) => data.content !== undefined);
  noteUnknown();
  const isServed = container.childElementCount > 0;
  const build = container.getAttribute(ROOT_ATTRIBUTES.build);
  const isOfBuild = build !== null && build === entryOf(document);
  if (isOfBuild) keepRenderedText(container, content, math);
  const isHydrated = isOfBuild && isForVisitor();
  if (!isHydrated) startIdentity();

  await letTapsThrough();
  // Without a key, the router takes this document for the last one without a key.
  const { state } = window.history;
  if (!state?.key) window.history.replaceState({ ...state, key: crypto.randomUUID() }, '');
  const router = createBrowserRouter(routes);
  setReload(() => {
    const { location } = router.state.navigation;
    if (location) window.location.assign(router.createHref(location));
    else window.location.reload();
  });
  // A served page already shows the article, which stays until the page's code has loaded.
  if (!router.state.initialized && isServed) {
    const stopRetrying = keepRetrying();
    const stopTelling = pageFailure.subscribe(() => unloaded?.removeAttribute('hidden'));
    await new Promise<void>((resolve) => {
      const unsubscribe = router.subscribe(({ initialized }) => {
        if (!initialized) return;
        unsubscribe();
        resolve();
      });
    });
    stopRetrying();
    stopTelling();
  }

  // The home page of a signed-in reader has no sign-in form.
  const parts = isForVisitor() ? (container.getAttribute(ROOT_ATTRIBUTES.parts) ?? '') : 'search';
  // The text of another build would lose its styles, so it is rendered again too.
  const isTextLoaded = async () => isOfBuild || content === undefined || LazyArticle.preload();
  // The page stays unchanged until all of it can be rendered again.
  for (let failures = 1; !(await loadNamed(parts)) || !(await isTextLoaded()); failures += 1) {
    unloaded?.removeAttribute('hidden');
    await new Promise<void>((resolve) => retryLater(resolve, failures));
  }

  unloaded?.remove();
  // A transition renders in slices. Otherwise a long article would block a slow phone.
  startTransition(() => (isHydrated ? hydrate(container, client, router) : render(container, client, router)));
}

type Router = ReturnType<typeof createBrowserRouter>;

function hydrate(container: HTMLElement, client: QueryClient, router: Router): void {
  const rendered = {
    atMs: Date.parse(container.getAttribute(ROOT_ATTRIBUTES.madeAt) ?? ''),
    isUnknown: container.hasAttribute(ROOT_ATTRIBUTES.unknown),
  };
  const pressed = takePress(container);
  const onShown = () => {
    startIdentity();
    // Later than the effect that calls this, because React hydrates the pressed element only then.
    setTimeout(() => {
      container.removeAttribute(ROOT_ATTRIBUTES.build);
      if (pressed) pressAgain(container, pressed);
    });
  };
  hydrateRoot(
    container,
    <App client={client} rendered={rendered} onShown={onShown}>
      <RouterProvider router={router} />
    </App>,
  );
}

/** Renders a page that was served without content, by another build, or for somebody else. */
function render(container: HTMLElement, client: QueryClient, router: Router): void {
  keepTyped(container);
  const onShown = () => {
    container.removeAttribute(ROOT_ATTRIBUTES.build);
    document.getElementById(PAGE_STYLES_ID)?.remove();
    const pressed = takePress(container);
    // New elements have already handled their press.
    if (pressed && !pressed.isConnected) pressAgain(container, pressed);
  };
  createRoot(container).render(
    <App client={client} rendered={null} onShown={onShown}>
      <RouterProvider router={router} />
    </App>,
  );
}

/** Only in the built app: in development, the worker's cache would interfere. */
if (import.meta.env.PROD) {
  whenIdle(() => {
    import('./app/offline.ts')
      .then(({ keepForOffline }) => keepForOffline())
      .catch((error: unknown) => console.warn('Offline reading is not available', error));
  });
}

/** The server renders `/` for visitors without a search. */
function isForVisitor(): boolean {
  const { pathname, search } = window.location;
  const { hadSession } = document.documentElement.dataset;
  return pathname !== paths.home || (hadSession === undefined && !new URLSearchParams(search).has('q'));
}

function letTapsThrough(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
