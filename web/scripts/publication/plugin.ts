import type { Plugin } from 'vite';
import * as config from '../../../publication.config.ts';
import { type Publication, parsePublication } from '../../../shared/src/publication.ts';
import { fillShell, webManifest } from './documents.ts';
import { drawIcon, ICON_FILES } from './icons.ts';
import { fillStyles } from './styles.ts';

const MANIFEST = 'manifest.webmanifest';

const TYPES: Readonly<Record<string, string>> = {
  ico: 'image/x-icon',
  png: 'image/png',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
};

/**
 * Makes the app somebody's publication: styles, shell, manifest, icons and social card as publication.config.ts says. They
 * are made with each build and kept nowhere, so none of them can be older than that file.
 * @throws Error naming each field that cannot be used
 */
export function publicationPlugin(given: unknown = config): Plugin {
  const publication = parsePublication(given);
  return {
    name: 'publication',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/styles\/(?:tokens|fonts)\.css(?:\?|$)/ },
      handler: async (css) => ({ code: await fillStyles(css, publication), map: null }),
    },
    transformIndexHtml: { order: 'pre', handler: (html) => fillShell(html, publication) },
    async generateBundle() {
      for (const fileName of [MANIFEST, ...ICON_FILES]) {
        this.emitFile({ type: 'asset', fileName, source: await makeFile(fileName, publication) });
      }
    },
    configureServer(server) {
      server.middlewares.use((req, res, next) => {
        const file = (req.url ?? '').split('?', 1)[0]?.slice(1) ?? '';
        if (file !== MANIFEST && !(ICON_FILES as readonly string[]).includes(file)) return next();
        makeFile(file, publication).then((content) => {
          res.setHeader('Content-Type', TYPES[file.split('.').at(-1) ?? ''] ?? '');
          res.end(content);
        }, next);
      });
    },
  };
}

const makeFile = async (file: string, publication: Publication): Promise<string | Buffer> =>
  file === MANIFEST ? webManifest(publication) : drawIcon(file, publication);
