import type { HeaderRule } from './headers.ts';

/** The header rule of firebase.json for files whose names contain a hash of their content. */
export const ASSETS = '/assets/**';
/** Keeps each pattern below two kilobytes. */
const NAMES_PER_RULE = 40;
const PLAIN_NAME = /^[\w.-]+$/;

/**
 * The header rules of a deployment: the rule for `/assets/**` applies by name to the files that exist; any other address below `/assets` must be
 * revalidated each time. Hosting applies rules by address, whether or not the file exists, so browsers and proxies could otherwise cache a "not
 * found" for a year.
 * @param files names of the files in `assets`
 * @throws Error if there is no such rule, or a name has a special meaning in a pattern
 */
export function forFilesThatExist(rules: readonly HeaderRule[], files: readonly string[]): HeaderRule[] {
  const rule = rules.find(({ source }) => source === ASSETS);
  if (!rule) throw new Error(`firebase.json has no header rule for ${ASSETS}`);
  const odd = files.find((name) => !PLAIN_NAME.test(name));
  if (odd !== undefined) throw new Error(`/assets/${odd} cannot be named in a pattern of firebase.json`);
  const others = rule.headers.filter(({ key }) => key.toLowerCase() !== 'cache-control');
  const missing = { source: ASSETS, headers: [...others, { key: 'Cache-Control', value: 'no-cache' }] };
  const named = [...files].sort();
  const present = Array.from({ length: Math.ceil(named.length / NAMES_PER_RULE) }, (_, index) => {
    const names = named.slice(index * NAMES_PER_RULE, (index + 1) * NAMES_PER_RULE);
    return { source: `/assets/@(${names.join('|')})`, headers: rule.headers };
  });
  return rules.flatMap((each) => (each === rule ? [missing, ...present] : [each]));
}
