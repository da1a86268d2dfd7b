import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/markdown.css';
import './styles/embeds.css';
import './styles/article.css';
import './styles/rendered.css';
import './styles/print.css';
import { ROOT_ATTRIBUTES } from '@inkwell/shared/page-renderer';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { App } from './app/app.tsx';
import { followReader } from './app/layout/reading-position.ts';
import { keepRetrying, pageFailure } from './app/lazy-page.ts';
import { loadNamed } from './app/rendered-parts.ts';
import { routes } from './app/router.tsx';
import { keepRenderedText } from './features/posts/rendered-text.ts';
import { keepTyped, pressAgain } from './lib/before-app.ts';
import { entryOf, setReload } from './lib/chunks.ts';
import { hydrateServedData } from './lib/hydrate.ts';
import { startIdentity } from './lib/identity-store.ts';
import { paths } from './lib/paths.ts';
import { createQueryClient } from './lib/query-client.ts';
import { noteUnknown } from './lib/unknown-address.ts';
import { whenIdle } from './lib/when-idle.ts';

// Otherwise zod, in later chunks, tries `new Function`, which the Content-Security-Policy refuses and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('app.html has no #root');
/** The app shell's banner that the app did not load (app.html). */
const unloaded = document.getElementById('unloaded');
void start(root);

/** Runs in steps: in one go it would delay the answer to a tap on a phone. */
async function start(container: HTMLElement): Promise<void> {
  await letTapsThrough();
  const client = createQueryClient();
  const answers = hydrateServedData(client);
  const [content] = answers.flatMap(({ data }) => (data as { readonly content?: string }).content ?? []);
  keepRenderedText(container, content);
  noteUnknown();
  const isServed = container.childElementCount > 0;
  const build = container.getAttribute(ROOT_ATTRIBUTES.build);
  const isHydrated = build !== null && build === entryOf(document) && isForVisitor();
  if (!isHydrated) startIdentity();
  followReader();

  await letTapsThrough();
  const router = createBrowserRouter(routes);
  setReload(() => {
    const { location } = router.state.navigation;
    if (location) window.location.assign(router.createHref(location));
    else window.location.reload();
  });
  // A served page already shows the article, which stays until the code of its page has loaded.
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

  // The home page of somebody with a session has no form to sign in.
  await loadNamed(isForVisitor() ? (container.getAttribute(ROOT_ATTRIBUTES.parts) ?? '') : 'search');

  unloaded?.remove();
  // A transition renders in slices: a long article would block a slow phone otherwise.
  startTransition(() => {
    const rendered = isHydrated
      ? {
          atMs: Date.parse(container.getAttribute(ROOT_ATTRIBUTES.madeAt) ?? ''),
          isUnknown: container.hasAttribute(ROOT_ATTRIBUTES.unknown),
        }
      : null;
    const onShown = () => {
      startIdentity();
      // Later than the effect that calls this: React then hydrates what is pressed at once.
      setTimeout(pressAgain, 0, container);
    };
    const app = (
      <App client={client} rendered={rendered} onShown={onShown}>
        <RouterProvider router={router} />
      </App>
    );
    if (isHydrated) hydrateRoot(container, app);
    else {
      keepTyped(container);
      createRoot(container).render(app);
    }
  });
}

/** Only in the built app: during development the worker's cache would be in the way. */
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
