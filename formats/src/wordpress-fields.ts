import { lineOf } from '@inkwell/shared/markdown/from-html/nodes';
import { parseHtml } from './html-tree.ts';
import type { Leaf, Part } from './wxr.ts';

/* Reads the fields of a WXR file. */

/** Converts logins, slugs and numbers to keys of records. */
export const keyOf = (text: string): string => text.slice(0, 300);

/** The text of a leaf of an item; empty if there is none. */
export const fieldOf = (part: Part, name: string): string => {
  const text = part.leaves.find((leaf) => leaf.name === name)?.text ?? '';
  return name === 'content:encoded' ? text : text.trim();
};

/** A field that plugins and themes store with a post; empty if there is none. */
export function metaOf(part: Part, key: string): string {
  for (const { name, leaves } of part.groups) {
    if (name !== 'wp:postmeta' || leaves.find((leaf) => leaf.name === 'wp:meta_key')?.text.trim() !== key) continue;
    return leaves.find((leaf) => leaf.name === 'wp:meta_value')?.text.trim() ?? '';
  }
  return '';
}

/** Text that WordPress stores with entities and tags. */
export const plain = (text: string): string => (/[<&]/.test(text) ? lineOf(parseHtml(text)) : text.trim());

/** The key that posts use for a category or tag. Older exports have only its name. */
export const categoryKeyOf = ({ attributes, text }: Leaf): string => keyOf(attributes.nicename || text.trim());

/** The terms of an item. WXR 1.0 calls tags `tag`, and lists each term twice: with and without its nicename. */
export function termsIn(part: Part): { readonly domain: string; readonly leaf: Leaf }[] {
  const terms = part.leaves.flatMap((leaf) => {
    const { domain = 'category' } = leaf.attributes;
    return leaf.name === 'category' ? [{ domain: domain === 'tag' ? 'post_tag' : domain, leaf }] : [];
  });
  const named = new Set(terms.flatMap(({ leaf }) => (leaf.attributes.nicename ? [leaf.text.trim()] : [])));
  return terms.filter(({ leaf }) => leaf.attributes.nicename || !named.has(leaf.text.trim()));
}
