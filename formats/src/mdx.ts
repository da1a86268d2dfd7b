import { escapedMarkdown } from '@inkwell/shared/markdown/from-html/runs';
import { addressed, spaced, type TagSource, tagMarkdown } from './site-tags.ts';

/* MDX: Markdown with imports, exports and components, whose content is also Markdown. It is parsed, never run. */

const BEGIN =
  /^(?:import\s*(?:['"{*]|type\s|\w)|export\s+(?:const|default|function|let|var|async|type|interface|class|\{|\*))/;
const PICTURE = /^import\s+(\w+)\s+from\s*['"]([^'"\n]+\.(?:jpe?g|png|gif|webp|avif|svg))['"]/i;
/** The limit for one import or export. */
const MAX_LINES = 500;
/** If a text has more unterminated statements, the next ones are treated as words. */
const MAX_UNENDED = 20;

/** An expression in braces, with nested braces. */
const BRACED = Array.from({ length: 5 }).reduce<string>(
  (inner) => String.raw`(?:[^{}]|\{${inner}\}){0,2000}`,
  '[^{}]{0,2000}',
);
/** Attributes: quoted text, expressions in braces, or bare words. */
const ATTRIBUTES = String.raw`(?:[^<>"'{}/]|/(?!>)|"[^"]{0,2000}"|'[^']{0,2000}'|\{${BRACED}\}){0,2000}`;
/** Inline code, or the tag of a component. */
const TAG = new RegExp(String.raw`\x60[^\x60\n]*\x60|<(/?)([A-Z][\w.]{0,60}|img(?=\s))(${ATTRIBUTES})(/?)>`, 'g');
/** A component that contains only words. */
const LINKED = new RegExp(
  String.raw`<([A-Z][\w.]{0,60})\s(${ATTRIBUTES})>\s{0,20}([^<>{}\s][^<>{}]{0,300}?)\s{0,20}</\1>`,
  'g',
);
const ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([\w.]+))\s*\})/g;
/** Computed attributes of HTML, which only affect the appearance. */
const COMPUTED = new RegExp(String.raw`(<[a-z][\w-]*\s[^<>{}]{0,2000}?)[\w:-]+=\{${BRACED}\}`, 'g');
/** Inline code, formulas and escaped characters are kept. An expression is computed. */
const EXPRESSION = new RegExp(String.raw`\x60[^\x60\n]*\x60|\$[^$\n]*\\[^$\n]*\$|\\[{}]|\{(${BRACED})\}`, 'g');
const SHOWN = /^\s*(?:\/\*[\s\S]*\*\/|"([^"]*)"|'([^']*)'|`([^`$]*)`|(-?\d+(?:\.\d+)?))?\s*$/;

const OPENING = /^\s*<[A-Z][^<>]*(?<!\/)>\s*$/;
const CLOSING = /^\s*<\/[A-Z][\w.]*>\s*$/;
const FENCE = /^\s*(`{3,}|~{3,})/;

/** Removes code from a text, in pieces. Pictures that one piece imports are known in the next ones. */
export function createMdx(source: TagSource): (text: string) => string {
  const pictures = new Map<string, string>();

  /** Removes imports and exports. A line that only looks like one is text. */
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

  /** Converts a component with a link and only words in it to a Markdown link. */
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

  /** Removes expressions that would have to be computed. */
  const withoutExpressions = (text: string): string =>
    text.replace(COMPUTED, '$1').replace(EXPRESSION, (raw: string, expression?: string) => {
      if (expression === undefined || /^[#.]/.test(expression.trim())) return raw;
      const shown = SHOWN.exec(expression);
      if (!shown) source.doubt(`{${expression.replace(/\s+/g, ' ').slice(0, 100)}}`);
      return escapedMarkdown(shown?.slice(1).find((one) => one !== undefined) ?? '');
    });

  return (text) => withoutExpressions(withoutTags(withLinks(withoutCode(text))));
}

/** Removes the indentation in components, because in MDX four spaces do not make code. */
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

/** The number of lines of an import or export, up to the line that closes all brackets. */
function statementAt(lines: readonly string[], at: number): number {
  let depth = 0;
  for (let n = at; n < lines.length && n < at + MAX_LINES; n += 1) {
    for (const sign of lines[n] ?? '') depth += '({['.includes(sign) ? 1 : ')}]'.includes(sign) ? -1 : 0;
    const next = lines[n + 1] ?? '';
    if (depth <= 0 && (next.trim() === '' || BEGIN.test(next) || /['";}]\s*$/.test(lines[n] ?? ''))) return n - at + 1;
  }
  return 1;
}
