import { readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

// Deployment uploads this folder alone: shared code goes into the bundle, packages stay outside and are installed there.
// Splitting keeps what is imported dynamically out of the start of an instance.

const root = fileURLToPath(new URL('..', import.meta.url));
const { dependencies } = JSON.parse(await readFile(`${root}/package.json`, 'utf8'));
const packages = Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]);

await rm(`${root}/lib`, { recursive: true, force: true });
const { warnings } = await build({
  absWorkingDir: root,
  entryPoints: ['src/index.ts'],
  outdir: 'lib',
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
