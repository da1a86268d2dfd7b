import { readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { filesOf } from './chunk-files.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const baseName = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

/** Files of each module that is imported on demand, except the files of the first page. */
function partsOf(bundle: Rolldown.OutputBundle, isPart: (module: string) => boolean): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  const initial = entry ? filesOf(bundle, entry.fileName) : new Set();
  const parts = chunks.flatMap((chunk) => {
    const files = [...filesOf(bundle, chunk.fileName)].filter((file) => !initial.has(file)).map(baseName);
    const modules = files.length > 0 ? chunk.moduleIds.filter(isPart) : [];
    return modules.map((module) => [relative(ROOT, module), files] as const);
  });
  return Object.fromEntries(parts.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Writes `/assets.json`: the names of this build's files below `/assets`, and of each part that is loaded on demand. The service worker reads it. The
 * next deploy reads it from the live site and keeps these files for open pages (tools/deploy/src/deploy/older-files.ts).
 */
export function assetListPlugin(): Plugin {
  return {
    name: 'asset-list',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = 'dist' }, bundle) {
        const files = (await readdir(join(dir, 'assets'))).filter((name) => !name.endsWith('.map')).sort();
        const parts = partsOf(bundle, (module) => (this.getModuleInfo(module)?.dynamicImporters.length ?? 0) > 0);
        if (Object.keys(parts).length === 0) this.error('No module is loaded on demand');
        await writeFile(join(dir, 'assets.json'), `${JSON.stringify({ files, older: [], parts })}\n`);
      },
    },
  };
}
