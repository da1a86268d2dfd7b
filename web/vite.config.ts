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

/** The package's entry is its development build, with warnings of 0.6 kB; the production build is beside it. */
const router = (entry: string): string =>
  fileURLToPath(new URL(`../production/${entry}.mjs`, import.meta.resolve('react-router')));

const alias = [
  { find: /^react-router$/, replacement: router('index') },
  { find: /^react-router\/dom$/, replacement: router('dom-export') },
];

const modules = {
  // The same in both builds and on every machine, and another one when the sheet changes: a rendered page may meet the app of another build.
  generateScopedName(name: string, file: string, css: string): string {
    const path = relative(import.meta.dirname, file.replace(/\?.*/, ''));
    return `${name}_${createHash('sha256').update(`${path}\n${css}`).digest('base64url').slice(0, 6)}`;
  },
};

/** What the server renders pages with: one file, with its packages. Built after the app, by the build of the functions. */
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
    // Names, colours and texts of publication.config.ts in app.html, the manifest and the styles.
    publicationPlugin(),
    // 13 kB less on the first page: calls without their schemas.
    contractCallsPlugin(),
    // 5 kB less on the first page: each icon is with the page that shows it.
    iconModulesPlugin(),
    // A chunk that failed to load can be loaded again (decision 15).
    chunkLoaderPlugin(),
    // What the service worker keeps, and the next deploy keeps for open pages.
    assetListPlugin(),
    serviceWorkerPlugin(),
    // `npm run dev` renders pages as the function `page` does, from sources.
    developmentPagesPlugin(),
    // Styles in the page and scripts after the first paint: one round trip less before it.
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
