/* Converts WordPress shortcodes in the source of a text to HTML. Shortcodes in tags, comments and code are not changed. */

export interface Shortcode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The text after the name. */
  readonly rest: string;
  readonly isClosing: boolean;
}

/** A tag with attributes of limited length, and optional brackets that escape it. */
const SHORTCODE = /\[(\[?)(\/?)([a-zA-Z][\w-]{0,60})((?:[\s=][^[\]]{0,1500})?)\/?\](\]?)/y;
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g;
const OPAQUE = /<(pre|code|script|style|textarea)(?=[\s>/])/iy;

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(text.matchAll(ATTRIBUTE), ([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      double ?? single ?? bare ?? '',
    ]),
  );

/** The end of the tag, comment or code element that begins with `<`. */
function endOfTag(source: string, lower: string, at: number): number {
  const after = (found: number, length: number): number => (found < 0 ? source.length : found + length);
  if (source.startsWith('<!--', at)) return after(source.indexOf('-->', at), 3);
  OPAQUE.lastIndex = at;
  const opaque = OPAQUE.exec(source)?.[1]?.toLowerCase();
  return opaque ? after(lower.indexOf(`</${opaque}`, at), 2) : after(source.indexOf('>', at), 1);
}

/** Replaces each shortcode with the result of `replace`; null keeps it as text. Takes linear time: text in between is copied in one piece. */
export function replaceShortcodes(source: string, replace: (shortcode: Shortcode) => string | null): string {
  if (!source.includes('[')) return source;
  const lower = source.toLowerCase();
  const parts: string[] = [];
  let from = 0;
  for (let at = nextOf(source, 0); at < source.length; at = nextOf(source, at)) {
    if (source[at] === '<') {
      at = /^<[a-z/!]/i.test(source.slice(at, at + 2)) ? endOfTag(source, lower, at) : at + 1;
      continue;
    }
    SHORTCODE.lastIndex = at;
    const found = SHORTCODE.exec(source);
    if (!found) {
      at += 1;
      continue;
    }
    const [raw, before, slash, name = '', attributes = '', behind] = found;
    const start = at;
    at += raw.length;
    const isEscaped = before && behind;
    const made = isEscaped
      ? raw.slice(1, -1)
      : replace({
          name: name.toLowerCase(),
          attributes: attributesOf(attributes),
          rest: attributes.trim(),
          isClosing: slash === '/',
        });
    if (made === null) continue;
    parts.push(source.slice(from, start), isEscaped ? made : `${before}${made}${behind}`);
    from = at;
  }
  parts.push(source.slice(from));
  return parts.join('');
}

function nextOf(source: string, at: number): number {
  for (let index = at; index < source.length; index += 1) {
    const sign = source.charCodeAt(index);
    if (sign === 60 || sign === 91) return index;
  }
  return source.length;
}
