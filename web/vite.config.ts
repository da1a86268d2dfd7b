import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { appShellPlugin } from './scripts/app-shell.ts';
import { assetListPlugin } from './scripts/asset-list.ts';
import { readBuiltApp } from './scripts/built-app.ts';
import { CHUNK_GROUPS } from './scripts/chunk-groups.ts';
import { chunkLoaderPlugin } from './scripts/chunk-loader.ts';
import { contractCallsPlugin } from './scripts/contract-calls.ts';
import { developmentPagesPlugin } from './scripts/development-pages.ts';
import { iconModulesPlugin } from './scripts/icon-modules.ts';
import { publicationPlugin } from './scripts/publication/plugin.ts';
import { serviceWorkerPlugin } from './scripts/service-worker.ts';

/** The local stack, for `vite` with hot replacement. */
const gateway = `http://127.0.0.1:${process.env.INKWELL_PORT ?? '3000'}`;

/** The package's entry is its development build, with 0.6 kB of warnings; the production build is next to it. */
const router = (entry: string): string =>
  fileURLToPath(new URL(`../production/${entry}.mjs`, import.meta.resolve('react-router')));

const alias = [
  { find: /^react-router$/, replacement: router('index') },
  { find: /^react-router\/dom$/, replacement: router('dom-export') },
];

const modules = {
  // The same in both builds and on every machine, but different when the sheet changes, because a rendered page may get the app of another build.
  generateScopedName(name: string, file: string, css: string): string {
    const path = relative(import.meta.dirname, file.replace(/\?.*/, ''));
    return `${name}_${createHash('sha256').update(`${path}\n${css}`).digest('base64url').slice(0, 6)}`;
  },
};

/** The server's page renderer: one file that includes its packages. It is built after the app, by the build of the functions. */
const server = {
  resolve: { alias },
  plugins: [react(), contractCallsPlugin(), iconModulesPlugin()],
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
    // Name, colours and texts of publication.config.ts in app.html, the manifest and the styles.
    publicationPlugin(),
    // Removes schemas from calls: 13 kB less on the first page.
    contractCallsPlugin(),
    // Loads each icon with the page that shows it: 5 kB less on the first page.
    iconModulesPlugin(),
    // Makes chunks that failed to load loadable again (decision 15).
    chunkLoaderPlugin(),
    // The files that the service worker stores, and that the next deploy keeps for open pages.
    assetListPlugin(),
    serviceWorkerPlugin(),
    // In `npm run dev`, pages are rendered like those of the function `page`, from sources.
    developmentPagesPlugin(),
    // Inlines styles and loads scripts after the first paint: one round trip less before it.
    appShellPlugin(),
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
        codeSplitting: { groups: CHUNK_GROUPS },
      },
    },
  },
  server: {
    proxy: {
      '/api': gateway,
      '/mcp': gateway,
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

export default defineConfig(async ({ command, isSsrBuild, mode }) => {
  if (!isSsrBuild) return command === 'build' ? { ...app, resolve: { alias } } : app;
  return mode === 'test' ? testServer : { ...server, define: { BUILT_APP: JSON.stringify(await readBuiltApp()) } };
});
