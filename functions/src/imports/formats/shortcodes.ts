/*
 * Shortcodes of WordPress in the source of a text become elements of HTML. Those in tags, comments and code are left alone.
 */

export interface Shortcode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Everything behind the name. */
  readonly rest: string;
  readonly isClosing: boolean;
}

/** A tag, its attributes of bounded length, and brackets around it that escape it. */
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

/** Where what begins with `<` ends. */
function endOfTag(source: string, lower: string, at: number): number {
  const after = (found: number, length: number): number => (found < 0 ? source.length : found + length);
  if (source.startsWith('<!--', at)) return after(source.indexOf('-->', at), 3);
  OPAQUE.lastIndex = at;
  const opaque = OPAQUE.exec(source)?.[1]?.toLowerCase();
  return opaque ? after(lower.indexOf(`</${opaque}`, at), 2) : after(source.indexOf('>', at), 1);
}

/** The source with what `replace` makes of each shortcode; null leaves it as text. In linear time. */
export function replaceShortcodes(source: string, replace: (shortcode: Shortcode) => string | null): string {
  if (!source.includes('[')) return source;
  const lower = source.toLowerCase();
  let out = '';
  let at = 0;
  while (at < source.length) {
    const next = nextOf(source, at);
    out += source.slice(at, next);
    at = next;
    if (at >= source.length) break;
    if (source[at] === '<') {
      const end = /^<[a-z/!]/i.test(source.slice(at, at + 2)) ? endOfTag(source, lower, at) : at + 1;
      out += source.slice(at, end);
      at = end;
      continue;
    }
    SHORTCODE.lastIndex = at;
    const found = SHORTCODE.exec(source);
    if (!found) {
      out += '[';
      at += 1;
      continue;
    }
    const [raw, before, slash, name = '', attributes = '', behind] = found;
    at += raw.length;
    if (before && behind) out += raw.slice(1, -1);
    else {
      const made = replace({
        ...{ name: name.toLowerCase(), attributes: attributesOf(attributes) },
        ...{ rest: attributes.trim(), isClosing: slash === '/' },
      });
      out += made === null ? raw : `${before}${made}${behind}`;
    }
  }
  return out;
}

function nextOf(source: string, at: number): number {
  for (let index = at; index < source.length; index += 1) {
    const sign = source.charCodeAt(index);
    if (sign === 60 || sign === 91) return index;
  }
  return source.length;
}
