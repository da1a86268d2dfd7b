import type { Rolldown } from 'vite';

/**
 * The files that a chunk needs: itself, what the chunks that it imports need, and its own style sheets, so that sheets come in the order
 * of their imports.
 * @param found files to add to; a chunk among them is not followed again
 */
export function filesOf(bundle: Rolldown.OutputBundle, fileName: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[fileName];
  // Chunks may import each other.
  if (chunk?.type !== 'chunk' || found.has(fileName)) return found;
  found.add(fileName);
  for (const name of chunk.imports) filesOf(bundle, name, found);
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet);
  return found;
}
