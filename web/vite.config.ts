import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Every address of the app is answered by app.html, as firebase.json has it. The shell is not called index.html because
 * Hosting would then serve it for `/` before looking at the rewrite to the `page` function.
 */
function serveShell(): Plugin {
  return {
    name: 'inkwell-serve-shell',
    configureServer(server) {
      server.middlewares.use((req, _res, next) => {
        const path = (req.url ?? '/').split('?', 1)[0] ?? '/';
        const isDocument = req.method === 'GET' && (req.headers.accept ?? '').includes('text/html');
        if (isDocument && !path.includes('.') && !path.startsWith('/@')) req.url = '/app.html';
        next();
      });
    },
  };
}

/**
 * Scripts wait behind styles, fonts and the picture above an article: a served page can be read before its script runs, and
 * on a slow line they would share its bandwidth.
 */
function scriptsLast(): Plugin {
  return {
    name: 'inkwell-scripts-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"'),
    },
  };
}

/** Where `vite` finds the local stack when the app is developed with hot replacement. */
const gateway = `http://127.0.0.1:${process.env.INKWELL_PORT ?? '3000'}`;

export default defineConfig({
  plugins: [react(), serveShell(), scriptsLast()],
  build: {
    target: 'es2022',
    sourcemap: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: 'app.html',
      output: {
        // What every page needs is one file: it compresses better than ten, and changes less often than our own code.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack|zod)\//,
              priority: 2,
              tags: ['$initial'],
            },
            { name: 'shared', test: /shared\/src\/|src\/(?:lib|hooks|components)\//, tags: ['$initial'] },
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
});
