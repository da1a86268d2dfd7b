import type { Rolldown } from 'vite';

/**
 * The files that a chunk needs: itself, the files of the chunks that it imports, then its own style sheets, so that sheets are in import order.
 * @param found files to add to; a chunk that is already in it is skipped
 */
export function filesOf(bundle: Rolldown.OutputBundle, fileName: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[fileName];
  // Chunks may import each other in a cycle.
  if (chunk?.type !== 'chunk' || found.has(fileName)) return found;
  found.add(fileName);
  for (const name of chunk.imports) filesOf(bundle, name, found);
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet);
  return found;
}
