import { text } from 'node:stream/consumers';
import type { PageRenderer } from '@inkwell/shared/page-renderer';
import type { Connect, HtmlTagDescriptor, Plugin, ViteDevServer } from 'vite';

/** Where the function `page` sends pages to be rendered (stack.config.mjs). */
const RENDERER = '/@inkwell/render';
const SERVER = '/src/server.tsx';
const ENTRY = '/src/main.tsx';

/**
 * In development, the function `page` builds pages as in production, but they are rendered here, from the same sources that the browser gets.
 * `app.html` names its entry as the built one does, so that the browser hydrates them.
 */
export function developmentPagesPlugin(): Plugin {
  return {
    name: 'development-pages',
    apply: 'serve',
    async configureServer(server) {
      // Runs before the server listens, so that the function waits only for an answer, not for the first load of all modules.
      await server.pluginContainer.buildStart({});
      await load(server).catch((error: Error) => server.config.logger.error(String(error.stack)));
      server.middlewares.use(RENDERER, (req, res, next) => {
        render(server, req).then((page) => res.setHeader('Content-Type', 'application/json').end(page), next);
      });
      // If the function does not answer, the app is rendered in the browser only.
      server.middlewares.use((req, _res, next) => {
        const isDocument = req.method === 'GET' && (req.headers.accept ?? '').includes('text/html');
        if (isDocument && !/\.|^\/@/.test(req.url?.split('?', 1)[0] ?? '')) req.url = '/app.html';
        next();
      });
    },
    transformIndexHtml: {
      order: 'pre',
      handler: async (html, { server }) => ({
        html: html.replace(`<script type="module" src="${ENTRY}"></script>`, ''),
        tags: [
          { tag: 'meta', attrs: { name: 'inkwell-script', content: ENTRY } },
          ...(server ? await styleSheets(server) : []),
        ],
      }),
    },
  };
}

const load = (server: ViteDevServer) =>
  server.ssrLoadModule(SERVER, { fixStacktrace: true }) as Promise<{ readonly renderPage: PageRenderer }>;

async function render(server: ViteDevServer, req: Connect.IncomingMessage): Promise<string> {
  const page = JSON.parse(await text(req));
  const { renderPage } = await load(server);
  return JSON.stringify({ ...(await renderPage(page)), build: ENTRY });
}

/** Links the sheets of all modules that a page may show, which scripts would add later. Vite replaces them as usual when they change. */
async function styleSheets({ environments: { ssr } }: ViteDevServer): Promise<HtmlTagDescriptor[]> {
  await ssr.transformRequest(ENTRY);
  const entry = await ssr.moduleGraph.getModuleByUrl(ENTRY);
  const modules = [...(entry?.importedModules ?? []), ...ssr.moduleGraph.idToModuleMap.values()];
  const sheets = new Map(modules.flatMap(({ id, url }) => (id && /\.css$/.test(url) ? [[id, url]] : [])));
  return [...sheets].map(([id, href]) => ({
    tag: 'link',
    attrs: { rel: 'stylesheet', href, 'data-vite-dev-id': id },
  }));
}
