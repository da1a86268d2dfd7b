import { IMAGE_FOLDER, originalName } from '@inkwell/shared/images';
import { decodeEntities } from '@inkwell/shared/markdown/entities';

/** Characters that separate addresses, queries and anchors; an encoded name has none of them. */
const APART = /[\s"'<>`?#[\]{}|,;]+/;

/** The name of every picture in the bucket (`storage.rules`), in a decoded address. */
const NAMED = new RegExp(`(?:^|/)${IMAGE_FOLDER}/(\\d{13}-[^/]{1,240})$`, 's');

/** A bracket may end a name or be part of it; this many brackets of one address are tried. */
const MAX_BRACKETS = 8;

/**
 * The names, without `images/`, of pictures in the bucket that texts mention, as plain addresses, in Markdown or in HTML; each name once, in
 * alphabetical order. A narrower copy counts as its picture.
 *
 * Finds too much rather than too little (any host, any place, any spelling), because a picture that is not found is deleted.
 */
export function picturesIn(...texts: readonly (string | null | undefined)[]): string[] {
  const names = new Set<string>();
  for (const text of texts) {
    if (!text || !/\d{13}/.test(text)) continue;
    // Markdown may put a backslash before any punctuation, and write any character as a reference.
    for (const token of decodeEntities(text).replaceAll('\\', '').split(APART)) {
      if (!/\d{13}/.test(token)) continue;
      for (const candidate of candidatesIn(token)) {
        const name = NAMED.exec(decoded(candidate))?.[1];
        if (name) names.add(originalName(name));
      }
    }
  }
  return [...names].sort();
}

/** The pieces of `![alt](address)`. A name that contains brackets is whole in one of the pieces. */
function candidatesIn(token: string): string[] {
  const pieces = token.split(/(?=[()])/);
  const starts = pieces.flatMap((piece, index) => (/\d{13}/.test(piece) ? [index] : []));
  return starts.flatMap((start) => {
    const rest = pieces.slice(start, start + MAX_BRACKETS);
    return rest.map((_, end) => rest.slice(0, end + 1).join('')).filter((name, end) => end === 0 || isBalanced(name));
  });
}

/** Markdown ends an address before a closing bracket that the address did not open; the first bracket may stand before the address. */
function isBalanced(address: string): boolean {
  const rest = address.slice(1);
  return rest.split('(').length === rest.split(')').length;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
