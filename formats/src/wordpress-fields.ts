import { lineOf } from '@inkwell/shared/markdown/from-html/nodes';
import { parseHtml } from './html-tree.ts';
import type { Leaf, Part } from './wxr.ts';

/* What stands in the parts of a WXR file. */

/** Logins, slugs and numbers as keys of records. */
export const keyOf = (text: string): string => text.slice(0, 300);

/** The words of a leaf of an item; '' for none. */
export const fieldOf = (part: Part, name: string): string => {
  const text = part.leaves.find((leaf) => leaf.name === name)?.text ?? '';
  return name === 'content:encoded' ? text : text.trim();
};

/** A field that plugins and themes store with a post; '' for none. */
export function metaOf(part: Part, key: string): string {
  for (const { name, leaves } of part.groups) {
    if (name !== 'wp:postmeta' || leaves.find((leaf) => leaf.name === 'wp:meta_key')?.text.trim() !== key) continue;
    return leaves.find((leaf) => leaf.name === 'wp:meta_value')?.text.trim() ?? '';
  }
  return '';
}

/** Words that WordPress stores with entities and tags. */
export const plain = (text: string): string => (/[<&]/.test(text) ? lineOf(parseHtml(text)) : text.trim());

/** What posts call a category or tag by; older exports have only its name. */
export const categoryKeyOf = ({ attributes, text }: Leaf): string => keyOf(attributes.nicename || text.trim());

/** The terms of an item. WXR 1.0 calls tags `tag`, and names each term twice: alone, and with what posts call it by. */
export function termsIn(part: Part): { readonly domain: string; readonly leaf: Leaf }[] {
  const terms = part.leaves.flatMap((leaf) => {
    const { domain = 'category' } = leaf.attributes;
    return leaf.name === 'category' ? [{ domain: domain === 'tag' ? 'post_tag' : domain, leaf }] : [];
  });
  const named = new Set(terms.flatMap(({ leaf }) => (leaf.attributes.nicename ? [leaf.text.trim()] : [])));
  return terms.filter(({ leaf }) => leaf.attributes.nicename || !named.has(leaf.text.trim()));
}
