import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The virtual module whose export Vite calls for every `import()`. */
const VITE_LOADER = '\0vite/preload-helper.js';
const LOADER = fileURLToPath(new URL('../src/lib/chunks.ts', import.meta.url));

/** Replaces Vite's loader, which cannot load a file that has failed once, by the app's own (src/lib/chunks.ts). */
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
      // Vite passes no files for a chunk that imports no other. A grammar that fails to load leaves code plain until the next page.
      for (const { isDynamicEntry, imports, fileName, facadeModuleId } of chunks) {
        if (isDynamicEntry && imports.length === 0 && !facadeModuleId?.includes('/highlight.js/es/languages/'))
          this.error(`${fileName} imports nothing, so it could not be loaded again`);
      }
    },
  };
}
