import { comparedPath } from '@inkwell/shared/addresses';
import { percentDecoded } from '@inkwell/shared/percent-decoded';
import type { Links } from './first-pass.ts';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The characters that can precede an address in Markdown, so that the end of another address does not match. */
const START = '(?<=[\\s("\'<]|^)';

/** The characters that can follow an address in Markdown, so that the beginning of a longer address does not match; `#` begins a picture's width. */
const END = '(?=[\\s)"\'<>\\]#]|$)';

/** Replaces addresses in a text. Longer ones match first, because one may be the beginning of another. */
export function withAddresses(text: string, addresses: ReadonlyMap<string, string>): string {
  const known = [...addresses.keys()].sort((a, b) => b.length - a.length);
  if (known.length === 0) return text;
  const any = new RegExp(`${START}(?:${known.map(escaped).join('|')})${END}`, 'g');
  return text.replace(any, (address) => addresses.get(address) ?? address);
}

/** Targets of Markdown links: `](/path "title")`, `[label]: /path`, and addresses in `<>`. */
const LINK = /(\]\(\s*<?|^\s{0,3}\[[^\]\n]{1,200}\]:\s*<?)(\/[^\s)>"]{0,2000})/gm;

/** The new address for an old path. The fragment is kept, the query is not. Addresses that do not lead to an imported text do not change. */
export function newPlaceOf(address: string, links: Links): string {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address) ?? [];
  const decoded = percentDecoded(path) ?? path;
  const target = links[comparedPath(`${decoded}${query}`)] ?? links[comparedPath(decoded)];
  return target === undefined || !path.startsWith('/') ? address : `${target}${fragment}`;
}

/** Updates the links between imported texts. */
export const withLinks = (text: string, links: Links): string =>
  text.replace(LINK, (_, begin: string, address: string) => begin + newPlaceOf(address, links));
