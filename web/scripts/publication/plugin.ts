import type { Plugin } from 'vite';
import * as config from '../../../publication.config.ts';
import { parsePublication } from '../../../shared/src/publication.ts';
import { fillShell } from './documents.ts';
import { CARD_FILE, drawCard } from './social-card.ts';
import { fillStyles } from './styles.ts';

/**
 * Applies publication.config.ts to the styles, the shell and the social card. They are generated with each build and not stored, so none of them can
 * be older than that file.
 * @throws Error naming each invalid field
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
      this.emitFile({ type: 'asset', fileName: CARD_FILE, source: await drawCard(publication) });
    },
    configureServer(server) {
      server.middlewares.use((req, res, next) => {
        if ((req.url ?? '').split('?', 1)[0] !== `/${CARD_FILE}`) return next();
        drawCard(publication).then((content) => {
          res.setHeader('Content-Type', 'image/png');
          res.end(content);
        }, next);
      });
    },
  };
}
