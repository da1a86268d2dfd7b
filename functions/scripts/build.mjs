import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

// Builds into `lib` or into the folder given as an argument. A deployment uploads only this folder: shared code is bundled, packages are
// installed there. Splitting keeps dynamic imports out of cold starts.

const root = fileURLToPath(new URL('..', import.meta.url));
const { dependencies } = JSON.parse(await readFile(`${root}/package.json`, 'utf8'));
const packages = Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]);

const RENDERER = 'app';
const outdir = resolve(root, process.argv[2] ?? 'lib');

for (const name of await readdir(outdir).catch(() => [])) {
  if (name !== RENDERER) await rm(join(outdir, name), { recursive: true });
}

/** Leaves the import of what renders pages of the app to the running function: the build of the app writes it (web/vite.config.ts). */
const renderer = {
  name: 'renderer',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/web\/server$/ }, () => ({ path: `./${RENDERER}/server.js`, external: true })),
};
const { warnings } = await build({
  absWorkingDir: root,
  // Threads begin with a file of their own.
  entryPoints: { index: 'src/index.ts', 'import-pass': 'src/imports/pass.worker.ts' },
  outdir,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // zod is bundled, because tree-shaking makes it small.
  external: packages.filter((name) => !name.startsWith('zod')),
  sourcemap: true,
  chunkNames: '[name]-[hash]',
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [renderer],
});
if (warnings.length > 0) process.exit(1);
