import { createHeadingIds } from '@inkwell/shared/markdown/heading-ids';
import { plainText } from '@inkwell/shared/plain-text';

const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}[ \t]+(.{1,500}?)[ \t]*#*[ \t]*$/;
/** `{#id .class}` at the end of a heading. */
const ATTRIBUTES = /[ \t]*\{:?[^{}]{0,200}\}$/;
/** The prefix of heading ids in our links, which readers do not write. */
const PREFIX = /^section-/;

/** A slug for an address or a heading id in GitHub's format (github-slugger), which builders use. */
export const githubSlug = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/** The new ids of the headings of a text, by their old ids, where they differ. */
export function headingFragments(markdown: string): ReadonlyMap<string, string> {
  const fragments = new Map<string, string>();
  if (!markdown.includes('#')) return fragments;
  const idOf = createHeadingIds();
  const built = new Map<string, number>();
  let fence: string | null = null;
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
      continue;
    }
    if (mark) fence = mark;
    const heading = HEADING.exec(line)?.[1];
    if (heading === undefined) continue;
    const given = ATTRIBUTES.exec(heading)?.[0].match(/#([\w-]+)/)?.[1];
    const words = plainText(heading.replace(ATTRIBUTES, '')).trim();
    if (words === '') continue;
    const id = idOf(words).replace(PREFIX, '');
    const name = githubSlug(words);
    const count = built.get(name) ?? 0;
    built.set(name, count + 1);
    const old = given ?? (count === 0 ? name : `${name}-${count}`);
    if (old !== id && !fragments.has(old)) fragments.set(old, id);
  }
  return fragments;
}
