import { escapedMarkdown } from '@inkwell/shared/markdown/from-html/runs';
import { addressed, spaced, type TagSource, tagMarkdown } from './site-tags.ts';

/* MDX: Markdown with imports, exports and components, whose content is Markdown too. It is read, never run. */

const BEGIN =
  /^(?:import\s*(?:['"{*]|type\s|\w)|export\s+(?:const|default|function|let|var|async|type|interface|class|\{|\*))/;
const PICTURE = /^import\s+(\w+)\s+from\s*['"]([^'"\n]+\.(?:jpe?g|png|gif|webp|avif|svg))['"]/i;
/** Of one import or export. */
const MAX_LINES = 500;
/** A text with more beginnings that nothing ends has words there. */
const MAX_UNENDED = 20;

/** What stands in braces, with others in it. */
const BRACED = Array.from({ length: 5 }).reduce<string>(
  (inner) => String.raw`(?:[^{}]|\{${inner}\}){0,2000}`,
  '[^{}]{0,2000}',
);
/** Attributes are words in quotes, expressions in braces, or bare. */
const ATTRIBUTES = String.raw`(?:[^<>"'{}/]|/(?!>)|"[^"]{0,2000}"|'[^']{0,2000}'|\{${BRACED}\}){0,2000}`;
/** Code in a line, or the tag of a component. */
const TAG = new RegExp(String.raw`\x60[^\x60\n]*\x60|<(/?)([A-Z][\w.]{0,60}|img(?=\s))(${ATTRIBUTES})(/?)>`, 'g');
/** A component with words alone in it. */
const LINKED = new RegExp(
  String.raw`<([A-Z][\w.]{0,60})\s(${ATTRIBUTES})>\s{0,20}([^<>{}\s][^<>{}]{0,300}?)\s{0,20}</\1>`,
  'g',
);
const ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([\w.]+))\s*\})/g;
/** Attributes of HTML that are computed say how it looks. */
const COMPUTED = new RegExp(String.raw`(<[a-z][\w-]*\s[^<>{}]{0,2000}?)[\w:-]+=\{${BRACED}\}`, 'g');
/** Code in a line, formulas and signs that are escaped stay; an expression is computed. */
const EXPRESSION = new RegExp(String.raw`\x60[^\x60\n]*\x60|\$[^$\n]*\\[^$\n]*\$|\\[{}]|\{(${BRACED})\}`, 'g');
const SHOWN = /^\s*(?:\/\*[\s\S]*\*\/|"([^"]*)"|'([^']*)'|`([^`$]*)`|(-?\d+(?:\.\d+)?))?\s*$/;

const OPENING = /^\s*<[A-Z][^<>]*(?<!\/)>\s*$/;
const CLOSING = /^\s*<\/[A-Z][\w.]*>\s*$/;
const FENCE = /^\s*(`{3,}|~{3,})/;

/** Takes a text apart from its code, in pieces; pictures that one piece imports are known to the next ones. */
export function createMdx(source: TagSource): (text: string) => string {
  const pictures = new Map<string, string>();

  /** Without imports and exports. What looks like one and is none, is words. */
  function withoutCode(text: string): string {
    const lines = text.split('\n');
    const kept: string[] = [];
    let unended = 0;
    for (let at = 0; at < lines.length; ) {
      const length = unended < MAX_UNENDED && BEGIN.test(lines[at] ?? '') ? statementAt(lines, at) : 0;
      if (length === 1) unended += Number(!/['";})\]]\s*$/.test(lines[at] ?? ''));
      const statement = lines.slice(at, at + length).join('\n');
      const isImport = statement.startsWith('import');
      const isCode = length > 0 && (!isImport || /\bfrom\s*['"]|^import\s*['"]/.test(statement));
      const [, name, path] = PICTURE.exec(statement) ?? [];
      if (name && path) pictures.set(name, path);
      if (isCode && !isImport) source.remark('code-left-out', 'Code of a component was left out');
      kept.push(isCode ? '' : (lines[at] ?? ''));
      at += isCode ? length : 1;
    }
    return kept.join('\n');
  }

  const attributesOf = (text: string): ReadonlyMap<string, string> =>
    new Map(
      Array.from(text.matchAll(ATTRIBUTE), ([, name = '', ...values]): [string, string] => {
        const words = values.slice(0, 5).find((value) => value !== undefined);
        return [name.toLowerCase(), words ?? pictures.get(values[5]?.replace(/\.src$/, '') ?? '') ?? ''];
      }),
    );

  /** A component around words alone that leads somewhere is a link of them. */
  const withLinks = (text: string): string =>
    text.replace(LINKED, (raw: string, _: string, given: string, words: string) => {
      const attributes = attributesOf(given);
      const href = attributes.get('href') ?? '';
      if (href === '' || attributes.get('title') || /\n[ \t]*\n/.test(words)) return raw;
      return `[${words.replace(/\s+/g, ' ')}](<${addressed(href)}>)`;
    });

  const withoutTags = (text: string): string =>
    text.replace(TAG, (raw: string, closing?: string, given?: string, rest = '', _ = '', at = 0) => {
      if (given === undefined || (given === 'img' && !rest.includes('{'))) return raw;
      const tag = { called: given, isClosing: closing === '/', attributes: attributesOf(rest) };
      return spaced(text, { at, length: raw.length }, tagMarkdown(tag, source), tag);
    });

  /** What would have to be computed is left out. */
  const withoutExpressions = (text: string): string =>
    text.replace(COMPUTED, '$1').replace(EXPRESSION, (raw: string, expression?: string) => {
      if (expression === undefined || /^[#.]/.test(expression.trim())) return raw;
      const shown = SHOWN.exec(expression);
      if (!shown) source.doubt(`{${expression.replace(/\s+/g, ' ').slice(0, 100)}}`);
      return escapedMarkdown(shown?.slice(1).find((one) => one !== undefined) ?? '');
    });

  return (text) => withoutExpressions(withoutTags(withLinks(withoutCode(text))));
}

/** Content of components begins at the left, because four spaces are no code in MDX. */
export function dedented(text: string): string {
  let depth = 0;
  let base: number | null = null;
  let fence: string | null = null;
  return text
    .split('\n')
    .map((line) => {
      const mark = FENCE.exec(line)?.[1];
      if (fence === null && (OPENING.test(line) || CLOSING.test(line))) {
        depth = Math.max(0, depth + (OPENING.test(line) ? 1 : -1));
        base = null;
        return line.trimStart();
      }
      if (mark && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null;
      if (depth === 0 || line.trim() === '') return line;
      const lead = line.length - line.trimStart().length;
      base ??= lead;
      return line.slice(Math.min(lead, base));
    })
    .join('\n');
}

/** How many lines an import or export takes: up to the one that closes what it opened. */
function statementAt(lines: readonly string[], at: number): number {
  let depth = 0;
  for (let n = at; n < lines.length && n < at + MAX_LINES; n += 1) {
    for (const sign of lines[n] ?? '') depth += '({['.includes(sign) ? 1 : ')}]'.includes(sign) ? -1 : 0;
    const next = lines[n + 1] ?? '';
    if (depth <= 0 && (next.trim() === '' || BEGIN.test(next) || /['";}]\s*$/.test(lines[n] ?? ''))) return n - at + 1;
  }
  return 1;
}
