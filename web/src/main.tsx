import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/served.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import * as z from 'zod/mini';
import { Providers } from './app/providers.tsx';
import { routes } from './app/router.tsx';
import { hydrateServedData } from './lib/hydrate.ts';
import { startIdentity } from './lib/identity-store.ts';
import { createQueryClient } from './lib/query-client.ts';

// Without this the validator tries `new Function`, which the Content-Security-Policy refuses and reports.
z.config({ jitless: true });

const root = document.getElementById('root');
if (!root) throw new Error('app.html has no #root');

const client = createQueryClient();
hydrateServedData(client);
startIdentity();
const router = createBrowserRouter(routes);

/** In slices: a long article, rendered in one go, would keep a slow phone from answering a tap or a scroll. */
const render = () =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers client={client}>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    ),
  );

// A served page already shows the article: it stays until the code of its page has arrived and can take its place.
if (router.state.initialized || root.childElementCount === 0) render();
else {
  const unsubscribe = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    unsubscribe();
    render();
  });
}
