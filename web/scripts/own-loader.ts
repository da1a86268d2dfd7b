import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Vite wraps every `import()` of the app into a call of what this module exports. */
const HELPER = '\0vite/preload-helper.js';
const LOADER = fileURLToPath(new URL('../src/lib/chunks.ts', import.meta.url));

/**
 * Puts the app's own loader (src/lib/chunks.ts) in the place of Vite's, which cannot try again: it asks the browser to preload
 * modules, and what has failed so stays failed.
 */
export function ownLoaderPlugin(): Plugin {
  return {
    name: 'own-loader',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === HELPER ? `export { loadChunk as __vitePreload } from ${JSON.stringify(LOADER)};` : null),
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      if (!chunks.some(({ code }) => code.includes('inkwell:reloaded-for'))) {
        this.error('The loader of src/lib/chunks.ts is not in the bundle');
      }
      // Vite tells the loader which files a chunk needs, itself included, but nothing for one that needs no other.
      for (const { isDynamicEntry, imports, fileName } of chunks) {
        if (isDynamicEntry && imports.length === 0)
          this.error(`${fileName} imports nothing, so it could not be retried`);
      }
    },
  };
}
