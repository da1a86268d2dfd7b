import { IMAGE_FOLDER, originalName } from '@inkwell/shared/images';
import { decodeEntities } from '@inkwell/shared/markdown/entities';
import { percentDecoded } from '@inkwell/shared/percent-decoded';

/** Characters that cannot be part of an encoded name. */
const SEPARATORS = /[\s"'<>`?#[\]{}|,;]+/;

/** The name of any picture in the bucket (`storage.rules`), in a decoded address. */
const NAMED = new RegExp(`(?:^|/)${IMAGE_FOLDER}/(\\d{13}-[^/]{1,240})$`, 's');

/** A bracket may end a name or be part of it; up to this many brackets are tried. */
const MAX_BRACKETS = 8;

/**
 * The names, without `images/`, of stored pictures in texts, as plain addresses, in Markdown or HTML. Unique and sorted; a narrower copy counts as
 * its picture. Matches any host, position and encoding, because a picture that is not found would be deleted.
 */
export function picturesIn(...texts: readonly (string | null | undefined)[]): string[] {
  const names = new Set<string>();
  for (const text of texts) {
    if (!text || !/\d{13}/.test(text)) continue;
    // Markdown allows a backslash before punctuation, and character references.
    for (const token of decodeEntities(text).replaceAll('\\', '').split(SEPARATORS)) {
      if (!/\d{13}/.test(token)) continue;
      for (const candidate of candidatesIn(token)) {
        const name = NAMED.exec(percentDecoded(candidate) ?? candidate)?.[1];
        if (name) names.add(originalName(name));
      }
    }
  }
  return [...names].sort();
}

/** The possible parts of `![alt](address)`. One of them contains the whole name even if it has brackets. */
function candidatesIn(token: string): string[] {
  const pieces = token.split(/(?=[()])/);
  const starts = pieces.flatMap((piece, index) => (/\d{13}/.test(piece) ? [index] : []));
  return starts.flatMap((start) => {
    const rest = pieces.slice(start, start + MAX_BRACKETS);
    return rest.map((_, end) => rest.slice(0, end + 1).join('')).filter((name, end) => end === 0 || isBalanced(name));
  });
}

/** Markdown ends an address before an unmatched closing bracket; the first bracket may precede the address. */
function isBalanced(address: string): boolean {
  const rest = address.slice(1);
  return rest.split('(').length === rest.split(')').length;
}
