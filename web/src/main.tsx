import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/markdown.css';
import './styles/embeds.css';
import './styles/article.css';
import './styles/served.css';
import './styles/print.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { followReader } from './app/layout/reading-position.ts';
import { keepRetrying, pageFailure } from './app/lazy-page.ts';
import { Providers } from './app/providers.tsx';
import { routes } from './app/router.tsx';
import { postQueries } from './features/posts/api/queries.ts';
import { keepServedText } from './features/posts/served-text.ts';
import { setReload } from './lib/chunks.ts';
import { hydrateServedData } from './lib/hydrate.ts';
import { startIdentity } from './lib/identity-store.ts';
import { createQueryClient } from './lib/query-client.ts';
import { keepServedWelcome } from './lib/served-welcome.ts';
import { whenIdle } from './lib/when-idle.ts';

// Otherwise zod, which later chunks load, tries `new Function`, which the Content-Security-Policy refuses and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('app.html has no #root');
/** The banner of the app shell that says that the app did not load (app.html). */
const unloaded = document.getElementById('unloaded');
void start(root);

/** In steps, because all of it at once would delay the answer to a tap on a phone. */
async function start(container: HTMLElement): Promise<void> {
  await letTapsThrough();
  const client = createQueryClient();
  hydrateServedData(client);
  keepServedText((postId) => client.getQueryData(postQueries.byId(postId).queryKey)?.content);
  keepServedWelcome();
  followReader();
  startIdentity();

  await letTapsThrough();
  const router = createBrowserRouter(routes);
  setReload(() => {
    const { location } = router.state.navigation;
    if (location) window.location.assign(router.createHref(location));
    else window.location.reload();
  });
  // A served page already shows the article: it stays until the code of its page has loaded.
  if (!router.state.initialized && container.childElementCount > 0) {
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

  unloaded?.remove();
  // A transition renders in slices: a long article in one go would block a slow phone.
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <Providers client={client}>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    ),
  );
}

/** Only the built app has a worker: during development its cache would be in the way. */
if (import.meta.env.PROD) {
  whenIdle(() => {
    import('./app/offline.ts')
      .then(({ keepForOffline }) => keepForOffline())
      .catch((error: unknown) => console.warn('Nothing is kept for reading without a network', error));
  });
}

function letTapsThrough(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
