import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rollup, type UserConfig } from 'vite';
import firebase from '../firebase.json' with { type: 'json' };
import { assetListPlugin } from './scripts/asset-list.ts';
import { readBuiltApp } from './scripts/built-app.ts';
import { chunkLoaderPlugin } from './scripts/chunk-loader.ts';
import { contractCallsPlugin } from './scripts/contract-calls.ts';
import { iconModulesPlugin } from './scripts/icon-modules.ts';
import { publicationPlugin } from './scripts/publication/plugin.ts';
import { serviceWorkerPlugin } from './scripts/service-worker.ts';

/** A pattern of firebase.json; ours use no wildcard but `**` at the end. */
const matcherOf = (source: string): RegExp => new RegExp(`^${source.replace(/\/\*\*$/, '/.+')}$`);

const isPage = (() => {
  const pages = firebase.hosting.rewrites.filter(({ function: target }) => target.functionId === 'page');
  const matchers = pages.map(({ source }) => matcherOf(source));
  return (path: string): boolean => matchers.some((matcher) => matcher.test(path));
})();

/**
 * The development server answers every address of the app with app.html, and every other with app.html and status 404,
 * as the function `page` does: the app then shows its own screen. The app shell is not called index.html because Hosting would
 * serve that for `/` before it looks at the rewrite to the `page` function.
 */
function serveShell(): Plugin {
  return {
    name: 'inkwell-serve-shell',
    configureServer(server) {
      server.middlewares.use((req, res, next) => {
        const path = (req.url ?? '/').split('?', 1)[0] ?? '/';
        const isDocument = req.method === 'GET' && (req.headers.accept ?? '').includes('text/html');
        if (!isDocument || path.includes('.') || path.startsWith('/@')) return next();
        if (isPage(path)) {
          req.url = '/app.html';
          return next();
        }
        readFile(new URL('app.html', import.meta.url), 'utf8')
          .then((html) => server.transformIndexHtml('/app.html', html))
          .then((html) => res.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8' }).end(html), next);
      });
    },
  };
}

/**
 * Lists the first scripts for the loader in app.html, which fetches them after the first paint. Each chunk is a script
 * of its own and not only preloaded, because a phone answers taps between scripts, but not while one script evaluates
 * all of its imports.
 */
function scriptsLast(): Plugin {
  return {
    name: 'inkwell-scripts-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const chunks: string[] = [];
        const rest = html.replace(
          /\s*<(?:script type="module"|link rel="modulepreload") crossorigin (?:src|href)="([^"]+)">(?:<\/script>)?/g,
          (_tag, url: string) => {
            chunks.push(url);
            return '';
          },
        );
        // The entry comes first and imports all others, which are in the order of their imports.
        const [entry, ...needed] = chunks;
        if (!entry) throw new Error('app.html has no entry');
        const scripts = [...needed, entry].map((url) => `    <meta name="inkwell-script" content="${url}">\n`);
        return rest.replace('  </head>', () => `${scripts.join('')}  </head>`);
      },
    },
  };
}

/** Chunks whose styles served pages need from their first paint (functions/src/pages/markup). */
const SERVED_CHUNKS = [
  'posts-page',
  'post-page',
  'categories-page',
  'author-page',
  'not-found-page',
  'search-page',
  'auth-card',
  'header-search',
];

/** Links the styles of served pages behind those of the first page, for `inlineStyles`. */
function withServedStyles(html: string, bundle: Rollup.OutputBundle): string {
  const files = new Set<string>();
  // Chunks may import each other.
  const seen = new Set<string>();
  const collect = (chunk: Rollup.OutputBundle[string] | undefined): void => {
    if (chunk?.type !== 'chunk' || seen.has(chunk.fileName)) return;
    seen.add(chunk.fileName);
    for (const file of chunk.viteMetadata?.importedCss ?? []) files.add(file);
    for (const file of chunk.imports) collect(bundle[file]);
  };
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === 'chunk' && SERVED_CHUNKS.includes(chunk.name)) collect(chunk);
  }
  const links = [...files].filter((file) => !html.includes(`href="/${file}"`));
  return html.replace(
    '</head>',
    () => `${links.map((file) => `  <link rel="stylesheet" href="/${file}">\n  `).join('')}</head>`,
  );
}

/**
 * Inlines the styles of the first page into the app shell: linked, they cost a phone one more round trip before the
 * first paint. The links stay, disabled, because the loader of later chunks looks for them; it would add the sheets
 * again, after those of the page and so above them in the cascade. `disabled` alone is not enough: browsers that scan
 * ahead still fetch them.
 */
function inlineStyles(): Plugin {
  return {
    name: 'inkwell-inline-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        withServedStyles(html, bundle).replace(
          /<link rel="stylesheet"[^>]*href="\/([^"]+)">/g,
          (_link, file: string) => {
            const sheet = bundle[file];
            if (sheet?.type !== 'asset') throw new Error(`${file} is not in the bundle`);
            const css = Buffer.from(sheet.source).toString('utf8').trim();
            if (css.includes('</')) throw new Error(`${file} cannot stand in a style element`);
            return `<style>${css}</style>\n    <link rel="stylesheet" href="/${file}" media="not all" disabled>`;
          },
        ),
    },
  };
}

/** The local stack, for `vite` with hot replacement. */
const gateway = `http://127.0.0.1:${process.env.INKWELL_PORT ?? '3000'}`;

/*
 * Modules that are bundled into one file, because a request takes a slow phone 8 ms to begin. Without these groups, the
 * bundler makes a chunk for each set of modules that the same pages share: an article loaded 27.
 */
const GROUPS = {
  /** Parses and renders Markdown, without colours of code. */
  markdown:
    /node_modules\/marked\/|shared\/src\/markdown\/(?!code-highlighter)|components\/markdown\/(?:article-markdown|markdown|use-fragment|use-highlighter)\.tsx?$/,
  /** Schemas and autosave of forms. */
  forms:
    /node_modules\/zod\/|shared\/src\/(?:fields|roles|writing|users|comments|notifications)\.ts$|web\/src\/lib\/autosave\/|web\/src\/lib\/fingerprint\.ts$|web\/src\/hooks\/use-autosaved-fields/,
  /** Small modules of pages for reading. */
  reading:
    /contract-calls:|infiniteQuery|useInfiniteQuery|shared\/src\/(?:bylines|tag-names)\.ts$|web\/src\/lib\/(?:identity|writing-paths|reading-paths|browser-location)\.ts$|web\/src\/hooks\/(?!use-fields|use-leave-guard|use-autosaved)|web\/src\/features\/notifications\/api\/queries\.ts$|web\/src\/components\/(?:badge\.|more-posts|markdown\/(?:lazy-markdown|use-embeds|missing-picture|comment-text|plain-text|aids\/use-reading-aids))|web\/src\/worker\/names|web\/src\/app\/(?:offline\.|layout\/(?:header-search|focus-keeper|late-frame))|web\/src\/features\/search\/suggestions\/use-suggestions/,
  /** Small modules of the frame of staff pages. */
  staff:
    /web\/src\/(?:app\/(?:staff-places|palette\/(?:palette-store|palette-keys|lazy-palette))|lib\/apple|components\/staff-(?:gate|icons)|features\/admin\/(?:admin\.module|api\/(?:queries|moderation|unauthorized)|components\/paged-list|tabs\/tab-list))\.(?:tsx?|css)$/,
} as const;

/** The router's entry is its development build, with warnings of 0.6 kB; its production build is beside it. */
function productionRouter(): Plugin {
  return {
    name: 'production-router',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!/^react-router(?:\/dom)?$/.test(source)) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') };
    },
  };
}

const modules = {
  // The same in both builds and on every machine, and another one when the sheet changes: a rendered page may meet the app of another build.
  generateScopedName(name: string, file: string, css: string): string {
    const path = relative(import.meta.dirname, file.replace(/\?.*/, ''));
    return `${name}_${createHash('sha256').update(`${path}\n${css}`).digest('base64url').slice(0, 6)}`;
  },
};

/** What the server renders pages with: one file, with its packages. Built after the app, by the build of the functions. */
const server = {
  plugins: [react(), productionRouter(), contractCallsPlugin(), iconModulesPlugin()],
  css: { modules },
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node20',
    outDir: '../functions/lib/app',
    emptyOutDir: true,
    copyPublicDir: false,
    rollupOptions: {
      input: 'src/server.tsx',
      output: { entryFileNames: 'server.js', chunkFileNames: '[name]-[hash].js' },
    },
  },
} satisfies UserConfig;

const app = {
  plugins: [
    react(),
    productionRouter(),
    publicationPlugin(),
    contractCallsPlugin(),
    iconModulesPlugin(),
    chunkLoaderPlugin(),
    assetListPlugin(),
    serviceWorkerPlugin(),
    serveShell(),
    scriptsLast(),
    inlineStyles(),
  ],
  css: { modules },
  build: {
    target: 'es2022',
    sourcemap: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: 'app.html',
      output: {
        // One file for all pages compresses better than ten, and changes less often than our own code.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /rolldown\/runtime|node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack)\//,
              priority: 2,
              tags: ['$initial'],
            },
            {
              name: 'first-page',
              test: /contract-calls:|shared\/src\/|publication\.config\.ts$|src\/(?:app|features|lib|hooks|components)\//,
              priority: 1,
              tags: ['$initial'],
            },
            ...Object.entries(GROUPS).map(([name, test]) => ({ name, test, includeDependenciesRecursively: false })),
            { name: 'icons', test: /icon:/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': gateway,
      '/__/firebase': gateway,
      '/ws': { target: gateway, ws: true },
    },
  },
} satisfies UserConfig;

/** The renderer of tests belongs to no build of the app. */
const testServer = {
  ...server,
  build: { ...server.build, outDir: '../functions/node_modules/.renderer' },
} satisfies UserConfig;

export default defineConfig(async ({ isSsrBuild, mode }) => {
  if (!isSsrBuild) return app;
  return mode === 'test' ? testServer : { ...server, define: { BUILT_APP: JSON.stringify(await readBuiltApp()) } };
});
