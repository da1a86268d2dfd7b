import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Writes `/assets.json`: the names of this build's files below `/assets`. The next deploy reads it from the live site and keeps
 * these files beside its own for pages that are open (tools/deploy/src/deploy/older-files.ts).
 */
export function assetListPlugin(): Plugin {
  return {
    name: 'asset-list',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = 'dist' }) {
        const files = (await readdir(join(dir, 'assets'))).filter((name) => !name.endsWith('.map')).sort();
        await writeFile(join(dir, 'assets.json'), `${JSON.stringify({ files, older: [] })}\n`);
      },
    },
  };
}
