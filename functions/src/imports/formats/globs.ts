/** Signs that mean more than themselves, so that no pattern takes long. */
const MAX_WILDCARDS = 8;

/** A pattern of paths as Hugo has it: `**` for anything, `*` for all of a segment, `?`, `{a,b}`. Null for one that is too long to try. */
export function globOf(pattern: string): RegExp | null {
  const parts = pattern.match(/\*\*|[*?{},]|[^*?{},]+/g) ?? [];
  if (pattern.length > 300 || parts.filter((part) => /^(?:\*|\?|\{)/.test(part)).length > MAX_WILDCARDS) return null;
  let depth = 0;
  const made = parts.map((part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (part === '{') {
      depth += 1;
      return '(?:';
    }
    if (part === '}' && depth > 0) {
      depth -= 1;
      return ')';
    }
    if (part === ',' && depth > 0) return '|';
    return part.replace(/[.+^$()|[\]\\{}]/g, '\\$&');
  });
  return depth === 0 ? new RegExp(`^${made.join('')}$`, 'i') : null;
}
