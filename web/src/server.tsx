import type { PageRenderer, Preview, RenderedPage } from '@inkwell/shared/page-renderer';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, matchRoutes, StaticRouterProvider } from 'react-router';
import { App } from './app/app.tsx';
import { PreviewPage } from './app/preview-page.tsx';
import { loadParts, namesOf } from './app/rendered-parts.ts';
import { routes } from './app/router.tsx';
import { putServedData } from './lib/hydrate.ts';
import { createQueryClient } from './lib/query-client.ts';
import { APP_ONLY, STAFF } from './lib/route-handles.ts';
import { SiteContext } from './lib/site.ts';

type Built = Omit<RenderedPage, 'html' | 'parts'>;

/** Set by the build (web/vite.config.ts); pages rendered from sources cannot be hydrated. */
declare const BUILT_APP: Built | undefined;
const built: Built = typeof BUILT_APP === 'undefined' ? { build: '', styles: '' } : BUILT_APP;

const handler = createStaticHandler(routes);

/**
 * Whether only the app can render an address: one of its own pages, including other spellings that it accepts, or an address that no route matches.
 */
function isAppOnly(url: string): boolean {
  const matches = matchRoutes(routes, new URL(`http://site${url}`));
  return !matches || matches.some(({ route }) => route.handle === APP_ONLY || route.handle === STAFF);
}

const previewRoutes = (preview: Preview | null) => [{ path: '*', element: <PreviewPage preview={preview} /> }];

/** Renders a page of the app for a visitor. Only the function `page` loads this module. */
export const renderPage: PageRenderer = async ({ url, site, answers, madeAt, isUnknown, text, preview }) => {
  await loadParts();
  // The server renders every address for which it has content.
  if (isUnknown && preview === undefined && isAppOnly(url)) return { html: '', parts: '', ...built };
  const { query, dataRoutes } = preview === undefined ? handler : createStaticHandler(previewRoutes(preview));
  const context = await query(new Request(`http://site${url}`));
  if (context instanceof Response) throw new Error(`The app answered ${context.status}`);
  if (context.errors) throw Object.values(context.errors)[0];
  const client = createQueryClient();
  putServedData(client, answers);
  const parts = new Set<unknown>();
  const router = createStaticRouter(dataRoutes, context);
  const html = renderToString(
    <SiteContext value={site}>
      <App client={client} rendered={{ atMs: Date.parse(madeAt), isUnknown, text, parts }}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </App>
    </SiteContext>,
  );
  return { html, parts: namesOf(parts), ...built };
};
