import { readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

// Builds into `lib`, or into the folder given as argument.
//
// Deployment uploads this folder alone: shared code goes into the bundle, packages stay outside and are installed there.
// Splitting keeps what is imported dynamically out of the start of an instance.

const root = fileURLToPath(new URL('..', import.meta.url));
const { dependencies } = JSON.parse(await readFile(`${root}/package.json`, 'utf8'));
const packages = Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]);

const outdir = resolve(root, process.argv[2] ?? 'lib');

await rm(outdir, { recursive: true, force: true });
const { warnings } = await build({
  absWorkingDir: root,
  entryPoints: ['src/index.ts'],
  outdir,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // zod is small where it is tree-shaken and large where it is not.
  external: packages.filter((name) => !name.startsWith('zod')),
  sourcemap: true,
  chunkNames: '[name]-[hash]',
  legalComments: 'none',
  logLevel: 'warning',
});
if (warnings.length > 0) process.exit(1);
