import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

const WORKER = fileURLToPath(new URL('../src/worker', import.meta.url));

/**
 * Writes the service worker to `/sw.js`, in one file without a hash. The worker that removes it is written next to the
 * manifest of the build, for `npm run deploy -- --without-worker`; Hosting ignores hidden folders.
 */
export function serviceWorkerPlugin(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const write = (entry: string, outfile: string) =>
        build({
          entryPoints: [join(WORKER, entry)],
          outfile,
          bundle: true,
          minify: true,
          format: 'iife',
          target: 'es2022',
        });
      await write('sw.ts', join(dir, 'sw.js'));
      await write('sw-off.ts', join(dir, '.vite', 'sw-off.js'));
    },
  };
}
