import { decodeNamedCharacterReference } from 'decode-named-character-reference';

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/g;
const REPLACEMENT = '\ufffd';

function fromCodePoint(code: number): string {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code === 0 || isSurrogate || code > 0x10ffff ? REPLACEMENT : String.fromCodePoint(code);
}

/** Cached names of references. A text has few different ones, and the browser needs an element to decode each. */
const known = new Map<string, string | false>();
const MAX_KNOWN = 3_000;

function named(name: string): string | false {
  let character = known.get(name);
  if (character === undefined) {
    character = decodeNamedCharacterReference(name);
    if (known.size < MAX_KNOWN) known.set(name, character);
  }
  return character;
}

/** Decodes character references according to CommonMark §2.5: all of HTML's that end in a semicolon. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name = '') => {
    if (decimal) return fromCodePoint(Number.parseInt(decimal, 10));
    if (hex) return fromCodePoint(Number.parseInt(hex, 16));
    return named(name) || whole;
  });
}
