import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

// Builds into `lib` or into the folder named as an argument. A deployment uploads only this folder: shared code is bundled, packages are installed
// there. Splitting keeps dynamic imports out of cold starts.

const root = fileURLToPath(new URL('..', import.meta.url));
const { dependencies } = JSON.parse(await readFile(`${root}/package.json`, 'utf8'));
const packages = Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]);

const RENDERER = 'app';
const outdir = resolve(root, process.argv[2] ?? 'lib');

for (const name of await readdir(outdir).catch(() => [])) {
  if (name !== RENDERER) await rm(join(outdir, name), { recursive: true });
}

/** The running function imports the renderer of the app's pages, which the app's build writes (web/vite.config.ts). */
const renderer = {
  name: 'renderer',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/web\/server$/ }, () => ({ path: `./${RENDERER}/server.js`, external: true })),
};

/** @type {import('esbuild').BuildOptions} */
const node = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // zod is bundled, because tree-shaking makes it small.
  external: packages.filter((name) => !name.startsWith('zod')),
  legalComments: 'none',
  logLevel: 'warning',
};

/** Renders the API reference now, so that no instance computes it (src/openapi/built-reference.ts). */
const reference = {
  name: 'reference',
  setup: ({ onLoad }) =>
    onLoad({ filter: /openapi\/built-reference\.ts$/ }, async ({ path }) => {
      // Written here and not into `outdir`, which may be a folder without packages.
      const outfile = join(root, `.reference-${process.pid}.mjs`);
      await build({ ...node, entryPoints: [path], outfile });
      const { html, styleHash } = await import(pathToFileURL(outfile).href);
      await rm(outfile);
      return { contents: `export const html = ${JSON.stringify(html)}, styleHash = ${JSON.stringify(styleHash)};` };
    }),
};

const { warnings } = await build({
  ...node,
  // Each thread needs its own file.
  entryPoints: { index: 'src/index.ts', 'import-pass': 'src/imports/pass.worker.ts' },
  outdir,
  splitting: true,
  sourcemap: true,
  chunkNames: '[name]-[hash]',
  plugins: [renderer, reference],
});
if (warnings.length > 0) process.exit(1);
