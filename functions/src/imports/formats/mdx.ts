import type { Remark } from './converting.ts';
import { escapedMarkdown } from './runs.ts';

/* MDX: Markdown with imports, exports and components, whose content is Markdown too. */

type Say = (reason: Remark['reason'], text: string, address?: string | null) => void;

const BEGIN =
  /^(?:import\s*(?:['"{*]|type\s|\w)|export\s+(?:const|default|function|let|var|async|type|interface|class|\{|\*))/;
const PICTURE = /^import\s+(\w+)\s+from\s*['"]([^'"\n]+\.(?:jpe?g|png|gif|webp|avif|svg))['"]/i;
/** Of one import or export. */
const MAX_LINES = 500;

/** Code in a line, or the tag of a component: attributes are words in quotes, expressions in braces, or bare. */
const TAG =
  /`[^`\n]*`|<(\/?)([A-Z][\w.]{0,60}|img(?=\s))((?:[^<>"'{}/]|\/(?!>)|"[^"]{0,2000}"|'[^']{0,2000}'|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]{0,500}\}){0,500}\}){0,2000}\}){0,2000})(\/?)>/g;
const ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([\w.]+))\s*\})/g;

const OPENING = /^\s*<[A-Z][^<>]*(?<!\/)>\s*$/;
const CLOSING = /^\s*<\/[A-Z][\w.]*>\s*$/;
const FENCE = /^\s*(`{3,}|~{3,})/;

/** Takes a text apart from its code, in pieces; pictures that one piece imports are known to the next ones. */
export function plainMdx(remark: Say) {
  const pictures = new Map<string, string>();

  /** Without imports and exports. What looks like one and is none, is words. */
  function withoutCode(text: string): string {
    const lines = text.split('\n');
    const kept: string[] = [];
    for (let at = 0; at < lines.length; ) {
      const length = BEGIN.test(lines[at] ?? '') ? statementAt(lines, at) : 0;
      const statement = lines.slice(at, at + length).join('\n');
      const isImport = statement.startsWith('import');
      if (length === 0 || (isImport && !/\bfrom\s*['"]|^import\s*['"]/.test(statement))) {
        kept.push(lines[at] ?? '');
        at += 1;
        continue;
      }
      const [, name, path] = PICTURE.exec(statement) ?? [];
      if (name && path) pictures.set(name, path);
      if (!isImport) remark('code-left-out', 'Code of a component was left out');
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
    remark('no-equal', `A component (${name}) has no equal; what stands in it was taken`, source || null);
    const title = escapedMarkdown(of('title', 'label', 'text'));
    const href = of('href', 'url') || (/^https?:/.test(source) ? source : '');
    const shown =
      href === ''
        ? title && `**${title}**`
        : `[${title || escapedMarkdown(href)}](<${href.replace(/[<>\n]/g, encodeURIComponent)}>)`;
    return [shown, escapedMarkdown(of('description'))].filter((words) => words !== '').join(' ');
  }

  return {
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
      withoutCode(text)
        .replace(
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
            const words = closing ? '' : wordsOf(name, given);
            const isAlone =
              /(?:^|\n)[ \t]*$/.test(whole.slice(Math.max(0, at - 40), at)) &&
              /^[ \t]*(?:\n|$)/.test(whole.slice(at + raw.length, at + raw.length + 40));
            return isAlone ? `\n\n${words}\n\n` : words;
          },
        )
        .replace(/\{\/\*[^*]*\*\/\}/g, '')
        .replace(/\n{3,}/g, '\n\n'),
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
