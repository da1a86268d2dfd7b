import { comparedPath } from '@inkwell/shared/addresses';
import type { Links } from './first-pass.ts';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What may stand before an address in Markdown, so that none is found at the end of another. */
const START = '(?<=[\\s("\'<]|^)';

/** What may stand behind an address in Markdown, so that no longer address is cut; a picture's width begins with `#`. */
const END = '(?=[\\s)"\'<>\\]#]|$)';

/** The text with other addresses, by those that it has. Long ones first, because one may be the beginning of another. */
export function withAddresses(text: string, addresses: ReadonlyMap<string, string>): string {
  const known = [...addresses.keys()].sort((a, b) => b.length - a.length);
  if (known.length === 0) return text;
  const any = new RegExp(`${START}(?:${known.map(escaped).join('|')})${END}`, 'g');
  return text.replace(any, (address) => addresses.get(address) ?? address);
}

/** Where links of Markdown lead: `](/path "title")`, `[label]: /path`, and addresses in `<>`. */
const LINK = /(\]\(\s*<?|^\s{0,3}\[[^\]\n]{1,200}\]:\s*<?)(\/[^\s)>"]{0,2000})/gm;

/** Where an old path leads now; its query and fragment stay, where the new place has none. The same address where it is not of an imported text. */
export function newPlaceOf(address: string, links: Links): string {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address) ?? [];
  const target = links[comparedPath(`${decoded(path)}${query}`)] ?? links[comparedPath(decoded(path))];
  return target === undefined || !path.startsWith('/') ? address : `${target}${fragment}`;
}

/** The text with the links among imported texts leading to their new places. */
export const withLinks = (text: string, links: Links): string =>
  text.replace(LINK, (_, begin: string, address: string) => begin + newPlaceOf(address, links));

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
