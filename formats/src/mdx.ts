import type { Remark } from './converting.ts';
import { NOTE_END } from './hugo-shortcodes.ts';
import { escapedMarkdown } from './runs.ts';

/* MDX: Markdown with imports, exports and components, whose content is Markdown too. */

interface MdxSource {
  readonly remark: (reason: Remark['reason'], text: string, address?: string | null) => void;
  /** The value of a field of the text; empty if there is none. */
  readonly wordFor: (name: string) => string;
  /** Hears the names of components without an equal. */
  readonly noteUnknown: (name: string) => void;
}

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
const BRACES = String.raw`\{(${BRACED})\}`;
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

/** Code in a line, formulas and signs that are escaped stay; an expression is computed. */
const EXPRESSION = new RegExp(String.raw`\x60[^\x60\n]*\x60|\$[^$\n]*\\[^$\n]*\$|\\[{}]|${BRACES}`, 'g');
/** A tag of HTML with an attribute that is computed. */
const HTML_TAG = new RegExp(
  String.raw`<[a-z][\w-]*\s(?:[^<>{}"'\x60]|"[^"]{0,2000}"|'[^']{0,2000}'|\{${BRACED}\}){0,2000}>`,
  'g',
);
const COMPUTED = new RegExp(String.raw`\s([\w:-]+)=${BRACES}`, 'g');
const LITERAL = /^\s*(?:"([^"]*)"|'([^']*)'|`([^`$]*)`|(-?\d+(?:\.\d+)?))\s*$/;
const CONSTANT =
  /^export\s+const\s+(\w+)\s*(?::[^=\n]+)?=\s*(?:"([^"\n]*)"|'([^'\n]*)'|`([^`$]*)`|(-?\d+(?:\.\d+)?))\s*;?\s*$/;
const CODE_COMPONENT =
  /<Code\s((?:[^<>"'{}`]|"[^"]{0,2000}"|'[^']{0,2000}'|\{`[^`]{0,100000}`\}|\{[^{}`]{0,500}\}){0,300}?)\/>/g;

/** Components that show what stands in them, or have an equal: of Astro, Starlight and others. */
const KNOWN = new Set([
  'Fragment',
  'Aside',
  'Card',
  'CardGrid',
  'LinkCard',
  'LinkButton',
  'Steps',
  'Badge',
  'Image',
  'Picture',
  'TabItem',
]);

const OPENING = /^\s*<[A-Z][^<>]*(?<!\/)>\s*$/;
const CLOSING = /^\s*<\/[A-Z][\w.]*>\s*$/;
const FENCE = /^\s*(`{3,}|~{3,})/;

/** Takes a text apart from its code, in pieces; pictures that one piece imports are known to the next ones. */
export function plainMdx({ remark, wordFor, noteUnknown }: MdxSource) {
  const pictures = new Map<string, string>();
  const constants = new Map<string, string>();

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
      if (length === 0 || (isImport && !/\bfrom\s*['"]|^import\s*['"]/.test(statement))) {
        kept.push(lines[at] ?? '');
        at += 1;
        continue;
      }
      const [, name, path] = PICTURE.exec(statement) ?? [];
      if (name && path) pictures.set(name, path);
      const [, constant, ...values] = CONSTANT.exec(statement) ?? [];
      const value = values.find((one) => one !== undefined);
      if (constant && value !== undefined) constants.set(constant, value);
      else if (!isImport) remark('code-left-out', 'Code of a component was left out');
      kept.push('');
      at += length;
    }
    return kept.join('\n');
  }

  function attributesOf(text: string): ReadonlyMap<string, string> {
    return new Map(
      Array.from(text.matchAll(ATTRIBUTE), ([, name = '', ...values]): [string, string] => {
        const code = values[5];
        const words = values.slice(0, 5).find((value) => value !== undefined);
        return [name, words ?? pictures.get(code?.replace(/\.src$/, '') ?? '') ?? ''];
      }),
    );
  }

  /** What a component becomes: a picture, or the words and the address in its attributes. */
  function wordsOf(name: string, given: string): string {
    const attributes = attributesOf(given);
    const of = (...names: string[]): string => names.map((one) => attributes.get(one)).find((value) => value) ?? '';
    const source = of('src');
    const isPicture = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#].*)?$/i.test(source);
    if (isPicture) return `![${escapedMarkdown(of('alt'))}](<${source.replace(/[<>\n]/g, encodeURIComponent)}>)`;
    if (!KNOWN.has(name)) noteUnknown(name);
    if (source !== '') remark('no-equal', `A file that a component (${name}) showed`, source);
    const title = escapedMarkdown(of('title', 'label', 'text'));
    const href = of('href', 'url') || (/^https?:/.test(source) ? source : '');
    const shown =
      href === ''
        ? title && `**${title}**`
        : `[${title || escapedMarkdown(href)}](<${href.replace(/[<>\n]/g, encodeURIComponent)}>)`;
    return [shown, escapedMarkdown(of('description'))].filter((words) => words !== '').join(' ');
  }

  function asideBegin(given: string): string {
    const attributes = attributesOf(given);
    const kind = /^[a-z]+$/.exec(attributes.get('type') ?? '')?.[0] ?? 'note';
    const title = attributes.get('title');
    return `:::${kind}${title ? `[${escapedMarkdown(title).replace(/[[\]]/g, '')}]` : ''}`;
  }

  /** A component around words alone that leads somewhere is a link of them. */
  const withLinks = (text: string): string =>
    text.replace(LINKED, (raw: string, name: string, given: string, words: string) => {
      const attributes = attributesOf(given);
      const href = attributes.get('href') ?? '';
      if (href === '' || attributes.get('title') || /\n[ \t]*\n/.test(words)) return raw;
      if (!KNOWN.has(name)) noteUnknown(name);
      return `[${words.replace(/\s+/g, ' ')}](<${href.replace(/[<>\n]/g, encodeURIComponent)}>)`;
    });

  /** What an expression shows; what would have to be computed is left out. */
  function shownBy(expression: string): string {
    const bare = expression.trim();
    if (bare === '' || /^\/\*[\s\S]*\*\/$/.test(bare)) return '';
    const [, ...literals] = LITERAL.exec(expression) ?? [];
    const literal = literals.find((one) => one !== undefined) ?? constants.get(bare);
    const value = literal ?? wordFor(/^frontmatter\.([\w.]{1,60})$/.exec(bare)?.[1] ?? '');
    if (literal !== undefined || value !== '') return escapedMarkdown(value);
    remark('code-left-out', `An expression was left out: {${bare.replace(/\s+/g, ' ').slice(0, 200)}}`);
    return '';
  }

  const withoutExpressions = (text: string): string =>
    text
      .replace(HTML_TAG, (tag) =>
        tag.replace(COMPUTED, (_, name: string, expression: string) => {
          const [, ...literals] = LITERAL.exec(expression) ?? [];
          const value = literals.find((one) => one !== undefined);
          return value === undefined ? '' : ` ${name}="${value.replaceAll('"', '&quot;')}"`;
        }),
      )
      .replace(EXPRESSION, (raw: string, expression?: string) =>
        expression === undefined || /^[#.]/.test(expression.trim()) ? raw : shownBy(expression),
      );

  return {
    /** Components whose content is code are fenced code, before anything else. */
    withCode: (text: string): string =>
      text.replace(CODE_COMPONENT, (_, given: string) => {
        const attributes = attributesOf(given);
        const code = attributes.get('code') ?? '';
        const language = attributes.get('lang') ?? '';
        if (code === '') {
          remark(
            'no-equal',
            `Code of another file was left out: ${/code=\{([^}]{1,100})\}/.exec(given)?.[1] ?? 'Code'}`,
          );
          return '';
        }
        const title = attributes.get('title');
        const fence = '`'.repeat(Math.max(3, ...(code.match(/`{3,}/g) ?? []).map((mark) => mark.length + 1)));
        return `\n\n${title ? `**${escapedMarkdown(title)}**\n\n` : ''}${fence}${/^[\w+#-]{1,30}$/.test(language) ? language : ''}\n${code}\n${fence}\n\n`;
      }),

    /** Content of components begins at the left, because four spaces are no code in MDX. */
    dedented(text: string): string {
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
          if (mark && fence === null) fence = mark;
          else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
          if (depth === 0 || line.trim() === '') return line;
          const lead = line.length - line.trimStart().length;
          base ??= lead;
          return line.slice(Math.min(lead, base));
        })
        .join('\n');
    },

    withoutModules: (text: string): string =>
      withoutExpressions(
        withLinks(withoutCode(text)).replace(
          TAG,
          (
            raw: string,
            closing: string | undefined,
            name: string | undefined,
            given: string,
            _: string,
            at: number,
            whole: string,
          ) => {
            if (name === undefined || (name === 'img' && !given.includes('{'))) return raw;
            if (name === 'Aside') return closing ? `\n\n${NOTE_END}\n\n` : `\n\n${asideBegin(given)}\n\n`;
            const words = closing ? '' : wordsOf(name, given);
            const isAlone =
              /(?:^|\n)[ \t]*$/.test(whole.slice(Math.max(0, at - 40), at)) &&
              /^[ \t]*(?:\n|$)/.test(whole.slice(at + raw.length, at + raw.length + 40));
            return isAlone ? `\n\n${words}\n\n` : words;
          },
        ),
      ),
  };
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
