/** `\p{Greek}`, `\x{10ffff}`, any other escape; a class in brackets; a count; any other character. */
const PIECES =
  /\\[pPx]\{[^}]*\}|\\Q[\s\S]*?(?:\\E|$)|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\^?[a-z]+:\]|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|[\s\S]/g;

/**
 * Estimates the number of instructions of a pattern, with repeated groups counted for each repetition, so that patterns
 * such as `((a{1000}){1000})` can be refused before they are compiled.
 */
export function estimatePatternSize(pattern: string): number {
  const groups = [0];
  let last = 0;
  const add = (size: number) => {
    last = size;
    groups.push((groups.pop() ?? 0) + size);
  };
  for (const [piece, least, most] of pattern.matchAll(PIECES)) {
    if (piece === '(') {
      groups.push(0);
    } else if (piece === ')' && groups.length > 1) {
      add((groups.pop() ?? 0) + 2);
    } else if (least !== undefined) {
      const times = Math.max(Number(least), Number(most || 0), 1);
      const size = last * times;
      groups.push((groups.pop() ?? 0) + size - last);
      last = size;
    } else {
      add(piece.startsWith('\\Q') ? piece.length : 1);
    }
  }
  return groups.reduce((total, size) => total + size, 0);
}
