import { IMAGE_FOLDER, originalName } from '@inkwell/shared/images';
import { decodeEntities } from '@inkwell/shared/markdown/entities';

/** What stands between addresses in a text, query and anchor: nothing of it is in an encoded name. */
const APART = /[\s"'<>`?#[\]{}|,;]+/;

/** Every picture in the bucket is called so, whoever stored it (`storage.rules`); addresses are decoded before. */
const NAMED = new RegExp(`(?:^|/)${IMAGE_FOLDER}/(\\d{13}-[^/]{1,240})$`, 's');

/** A name ends somewhere before a bracket, or goes on behind it; so many brackets of one address are tried. */
const MAX_BRACKETS = 8;

/**
 * The names of pictures in the bucket that some texts mention, without `images/`: addresses alone, Markdown, HTML. Each once, in
 * alphabetical order. A narrower copy counts as its picture.
 *
 * It finds too much rather than too little (whatever host the address has, wherever it stands, however it is written), because a
 * picture stays as long as it is mentioned.
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

/** The pieces of `![alt](address)`; names that hold brackets themselves are whole in one of them. */
function candidatesIn(token: string): string[] {
  const pieces = token.split(/(?=[()])/);
  const starts = pieces.flatMap((piece, index) => (/\d{13}/.test(piece) ? [index] : []));
  return starts.flatMap((start) => {
    const rest = pieces.slice(start, start + MAX_BRACKETS);
    return rest.map((_, end) => rest.slice(0, end + 1).join('')).filter((name, end) => end === 0 || isBalanced(name));
  });
}

/** Markdown itself ends an address before a bracket that was not opened in it; the first one may stand before the address. */
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
