import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Vite has every `import()` of the app call what this module of its own exports. */
const VITE_LOADER = '\0vite/preload-helper.js';
const LOADER = fileURLToPath(new URL('../src/lib/chunks.ts', import.meta.url));

/** Puts the app's loader (src/lib/chunks.ts) in the place of Vite's, which cannot load what has failed once. */
export function chunkLoaderPlugin(): Plugin {
  return {
    name: 'chunk-loader',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === VITE_LOADER ? `export { loadChunk as __vitePreload } from ${JSON.stringify(LOADER)};` : null),
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      if (!chunks.some(({ code }) => code.includes('inkwell:reloaded-for'))) {
        this.error('The loader of src/lib/chunks.ts is not in the bundle');
      }
      // Vite tells the loader the files of a chunk, but nothing for a chunk that imports no other.
      for (const { isDynamicEntry, imports, fileName } of chunks) {
        if (isDynamicEntry && imports.length === 0)
          this.error(`${fileName} imports nothing, so it could not be loaded again`);
      }
    },
  };
}
