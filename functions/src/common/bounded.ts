/** A document has at most 1 MiB and 40,000 index entries. A list of words, in up to three indexes, stays below these limits. */
const MAX_TOKENS = 6_000;
const MAX_TOKEN_BYTES = 200_000;

/** The first distinct words, up to the limits of a document. */
export function bounded(tokens: readonly string[]): string[] {
  const kept = new Set<string>();
  let bytes = 0;
  for (const token of tokens) {
    if (kept.has(token)) continue;
    bytes += Buffer.byteLength(token);
    if (kept.size >= MAX_TOKENS || bytes > MAX_TOKEN_BYTES) break;
    kept.add(token);
  }
  return [...kept];
}
