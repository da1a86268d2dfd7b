import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/markdown.css';
import './styles/served.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import * as z from 'zod/mini';
import { followReader } from './app/layout/reading-position.ts';
import { Providers } from './app/providers.tsx';
import { routes } from './app/router.tsx';
import { keepServedText } from './features/markdown/served-text.ts';
import { postQueries } from './features/posts/api/queries.ts';
import { hydrateServedData } from './lib/hydrate.ts';
import { startIdentity } from './lib/identity-store.ts';
import { createQueryClient } from './lib/query-client.ts';

// Without this the validator tries `new Function`, which the Content-Security-Policy refuses and reports.
z.config({ jitless: true });

const root = document.getElementById('root');
if (!root) throw new Error('app.html has no #root');

/** Starting takes a phone longer than it may keep somebody waiting for the answer to a tap, so it is done in parts. */
const letTapsThrough = () => new Promise((resolve) => setTimeout(resolve));

await letTapsThrough();
const client = createQueryClient();
hydrateServedData(client);
followReader();
keepServedText((postId) => client.getQueryData(postQueries.byId(postId).queryKey)?.content);
startIdentity();
await letTapsThrough();
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
