/**
 * Hosting's matcher, as far as its behaviour is known. Its patterns look like those of the emulator, but some have another meaning: braces after `!`
 * are reported to match everything (firebase-tools#6742). Only forms with known behaviour are accepted here. Any other pattern in firebase.json is
 * refused.
 */

/** `*` within a segment, `**` for any number of segments, `@(a|b)` for one of several names. */
const FORM = /\*\*|\*|@\([\w.|-]+\)|[\w./-]/g;

/** @throws Error with the pattern if its form is unknown */
export function productionMatcher(pattern: string): (path: string) => boolean {
  const isNegated = pattern.startsWith('!');
  const body = isNegated ? pattern.slice(1) : pattern;
  const parts = body.match(FORM) ?? [];
  if (parts.join('') !== body || !body.startsWith('/')) {
    throw new Error(`"${pattern}" is not of a form that Hosting is known to read as the emulator does`);
  }
  const expression = new RegExp(`^${parts.map(regexpOf).join('')}$`);
  return (path) => expression.test(path) !== isNegated;
}

function regexpOf(part: string): string {
  if (part === '**') return '.*';
  if (part === '*') return '[^/]*';
  const names = /^@\((.*)\)$/.exec(part)?.[1];
  return names === undefined ? escaped(part) : `(?:${names.split('|').map(escaped).join('|')})`;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
