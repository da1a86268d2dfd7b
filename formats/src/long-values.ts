/*
 * Cuts values in XML and JSON that are longer than any text here, before a parser collects them, so that a file with such a value can still be read.
 * Both cutters take linear time, and keep a few characters between pieces.
 */

/** An incomplete entity at the end of a text. */
const begunEntity = (text: string): string => /&[^;&]{0,40}$/.exec(text.slice(-41))?.[0] ?? '';

const CDATA = '<![CDATA[';
const COMMENT = '<!--';

/** Processes XML in pieces. Texts, CDATA, attributes and comments are cut to `max` characters each. */
export function createXmlCutter(max: number): (piece: string, isLast?: boolean) => string {
  /** The character that ends the current part: `<` for a text, `>` for a tag, a quote for an attribute. */
  let end: '<' | '>' | '"' | "'" | ']]>' | '-->' = '<';
  let length = 0;
  let held = '';

  return (piece, isLast = false) => {
    const source = held + piece;
    const parts: string[] = [];
    let at = 0;
    held = '';

    /** Copies the text before `to`, up to the limit. */
    function take(to: number): void {
      const room = Math.max(0, max - length);
      const taken = source.slice(at, Math.min(to, at + room));
      // A split entity would be an error.
      parts.push(to - at > room ? taken.slice(0, taken.length - begunEntity(taken).length) : taken);
      length += to - at;
      at = to;
    }
    function begin(mark: string, next: typeof end): void {
      parts.push(mark);
      at += mark.length;
      end = next;
      length = 0;
    }

    while (at < source.length) {
      if (end === '>') {
        const rest = /["'>]/g;
        rest.lastIndex = at;
        const found = rest.exec(source);
        take(found?.index ?? source.length);
        if (found) begin(found[0], found[0] === '>' ? '<' : (found[0] as '"' | "'"));
        continue;
      }
      const next = source.indexOf(end, at);
      if (next < 0) {
        const kept = isLast ? 0 : end.length === 1 ? begunEntity(source.slice(at)).length : end.length - 1;
        take(Math.max(at, source.length - kept));
        held = source.slice(at);
        break;
      }
      take(next);
      if (end !== '<') begin(end, end.length === 1 ? '>' : '<');
      else if (
        !isLast &&
        source.length - at < CDATA.length &&
        [CDATA, COMMENT].some((mark) => mark.startsWith(source.slice(at)))
      ) {
        held = source.slice(at);
        break;
      } else if (source.startsWith(CDATA, at)) begin(CDATA, ']]>');
      else if (source.startsWith(COMMENT, at)) begin(COMMENT, '-->');
      else begin('<', '>');
    }
    return parts.join('');
  };
}

const [QUOTE, BACKSLASH] = [34, 92];

/** Processes JSON in pieces. Strings are cut to about `max` bytes each. */
export function createJsonCutter(max: number): (piece: Uint8Array) => Uint8Array {
  let isString = false;
  let isEscaped = false;
  let isCut = false;
  let length = 0;
  let sinceBackslash = 0;

  return (piece) => {
    let kept: Uint8Array | null = null;
    let to = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0;
      if (isString && !isEscaped && byte === QUOTE) {
        isString = false;
        isCut = false;
      } else if (isString) {
        // Does not split an escape of up to six bytes, or a character of several bytes.
        const isBetween = !isEscaped && (byte === BACKSLASH || (sinceBackslash > 5 && (byte & 0xc0) !== 0x80));
        isCut ||= length >= max && isBetween;
        isEscaped = !isEscaped && byte === BACKSLASH;
        sinceBackslash = isEscaped ? 0 : sinceBackslash + 1;
        length += 1;
      } else if (byte === QUOTE) {
        isString = true;
        length = 0;
        sinceBackslash = 6;
      }
      if (isCut) kept ??= Uint8Array.from(piece);
      else {
        if (kept) kept[to] = byte;
        to += 1;
      }
    }
    return kept ? kept.subarray(0, to) : piece;
  };
}
