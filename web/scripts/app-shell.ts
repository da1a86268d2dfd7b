import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { filesOf } from './chunk-files.ts';

const TAG =
  /\s*<(?:script type="module"|link rel="(?:modulepreload|stylesheet)") crossorigin (?:src|href)="\/([^"]+)">(?:<\/script>)?/g;

const COMMENT = /\s*<!--[\s\S]*?-->/g;

const APP = fileURLToPath(new URL('../src/app/', import.meta.url));

/** Style sheets that a rendered page may need: the sheets of the entry, of the pages that the router loads, and of parts loaded on demand. */
function renderedSheets(bundle: Rolldown.OutputBundle, { getModuleInfo }: Rolldown.PluginContext): string[] {
  const loaders = new Set([`${APP}router.tsx`, ...(getModuleInfo(`${APP}rendered-parts.ts`)?.importedIds ?? [])]);
  const isLoaded = (id: string) => getModuleInfo(id)?.dynamicImporters.some((importer) => loaders.has(importer));
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const files = new Set<string>();
  for (const { fileName } of chunks.filter(({ isEntry }) => isEntry)) filesOf(bundle, fileName, files);
  for (const { fileName } of chunks.filter(({ moduleIds }) => moduleIds.some(isLoaded)))
    filesOf(bundle, fileName, files);
  return [...files].filter((file) => file.endsWith('.css'));
}

/**
 * Changes how the app shell loads scripts and styles:
 * - The scripts of the first page are named in `meta` elements for the loader in app.html, which fetches them after the first paint. Each is a
 *   separate script and not only preloaded, because a phone responds to taps between scripts, but not while one script evaluates all its imports.
 * - Styles are inlined in the shell: linked, they would cost a phone one more round trip before the first paint. Their names tell the loader of later
 *   chunks (src/lib/chunks.ts) that they are present: a second copy would override the page's styles.
 */
export function appShellPlugin(): Plugin {
  let sheets: readonly string[] = [];
  return {
    name: 'app-shell',
    apply: 'build',
    generateBundle: {
      // Runs before the shell is built.
      order: 'pre',
      handler(_options, bundle) {
        sheets = renderedSheets(bundle, this);
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const scripts: string[] = [];
        const rest = html.replace(COMMENT, '').replace(TAG, (_tag, file: string) => {
          if (!file.endsWith('.css')) scripts.push(file);
          return '';
        });
        // The entry is first and imports all others, which are in import order.
        const [entry, ...needed] = scripts;
        if (!entry) throw new Error('app.html has no entry');
        const tags = [...needed, entry].map((file) => `<meta name="inkwell-script" content="/${file}">`);
        for (const file of sheets) {
          const sheet = bundle[file];
          if (sheet?.type !== 'asset') throw new Error(`${file} is not in the bundle`);
          const css = Buffer.from(sheet.source).toString('utf8').trim();
          if (css.includes('</')) throw new Error(`${file} cannot be inlined in a style element`);
          tags.push(`<style data-href="/${file}">${css}</style>`);
        }
        return rest.replace('  </head>', () => `${tags.map((tag) => `    ${tag}\n`).join('')}  </head>`);
      },
    },
  };
}
