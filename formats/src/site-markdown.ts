import { withFences, withoutEscapes, withoutShortcodes } from './hugo-shortcodes.ts';
import { createMdx, dedented } from './mdx.ts';
import type { TagSource } from './site-tags.ts';

/* Markdown extensions of site builders: shortcodes, components, asides, attributes. Code is not changed. */

const FENCE = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(`{3,}|~{3,})([^`\n]*)$/;

interface Line {
  readonly text: string;
  readonly isCode: boolean;
  /** Whether the line is the opening fence of a code block. */
  readonly isOpening: boolean;
}

/** The lines, and whether each is code. Fences count as code. */
function linesOf(source: string): Line[] {
  let fence: string | null = null;
  return source.split('\n').map((text) => {
    const [, , mark, rest = ''] = FENCE.exec(text) ?? [];
    if (fence === null) {
      if (mark) fence = mark;
      return { text, isCode: mark !== undefined, isOpening: mark !== undefined };
    }
    if (mark?.startsWith(fence) && rest.trim() === '') fence = null;
    return { text, isCode: true, isOpening: false };
  });
}

/** Applies `change` to the text outside of fenced code. */
export function outsideCode(source: string, change: (text: string) => string): string {
  const parts: string[] = [];
  let held: string[] = [];
  let isCode = false;
  const flush = () => {
    if (held.length > 0) parts.push(isCode ? held.join('\n') : change(held.join('\n')));
    held = [];
  };
  for (const line of linesOf(source)) {
    if (line.isCode !== isCode) flush();
    isCode = line.isCode;
    held.push(line.text);
  }
  flush();
  return parts.join('\n');
}

/** Markdown without the extensions of the old site's builder. */
export function plainMarkdown(text: string, { isMdx, ...source }: TagSource & { readonly isMdx: boolean }): string {
  const mdx = isMdx ? createMdx(source) : null;
  const made = outsideCode(mdx ? dedented(text) : withFences(text), (lines) => {
    // A definition list, which Goldmark and kramdown support.
    if (/^ {0,3}:[ \t]+\S/m.test(lines)) source.doubt('a list of definitions');
    const bare = mdx ? mdx(lines.replace(NOTE_ATTRIBUTES, '$1')) : withoutShortcodes(lines, source);
    return bare
      .replace(/^(#{1,6} [^\n]*?)(?<![ \t])[ \t]*\{:?[ \t]*[#.][^{}\n]{0,200}\}[ \t]*$/gm, '$1')
      .replace(/^[ \t]*\{:?[ \t]*(?:[#.][\w-]|[\w-]+=)[^{}\n]{0,300}\}[ \t]*\n?/gm, '')
      .replace(/\n{3,}/g, '\n\n');
  });
  return withoutEscapes(withoutGaps(withAsides(withPlainFences(made))));
}

/** Keeps only the language of a fence. A title moves into a line above the code. */
function withPlainFences(text: string): string {
  return linesOf(text)
    .flatMap(({ text: line, isOpening }) => {
      const [, lead = '', mark = '', info = ''] = isOpening ? (FENCE.exec(line) ?? []) : [];
      if (mark === '' || !/[\s{]/.test(info.trim())) return [line];
      const language = /^[\w+#.-]*/.exec(info.trim())?.[0] ?? '';
      const title = /\b(?:title|file|filename|name)=(?:"([^"]{1,200})"|'([^']{1,200})')/.exec(info);
      const fence = `${lead}${mark}${language}`;
      return title && /^[ \t>]*$/.test(lead)
        ? [`${lead}\`${(title[1] ?? title[2] ?? '').replaceAll('`', '')}\``, lead.trimEnd(), fence]
        : [fence];
    })
    .join('\n');
}

/** The maximum number of lines without a blank one, because the parser takes quadratic time. */
const MAX_LINES = 5_000;

/** Replaces several blank lines by one, also in quotes, and removes blank lines at the end of quotes. */
function withoutGaps(text: string): string {
  let before: string | null = '';
  let length = 0;
  const lines = linesOf(text);
  return lines
    .flatMap(({ text: line, isCode }, n) => {
      length = isCode || line.trim() === '' ? 0 : length + 1;
      if (length > 0 && length % MAX_LINES === 0) return [line, ''];
      const gap = !isCode && /^[ \t>]*$/.test(line) ? line.replace(/[ \t]/g, '') : null;
      const isAgain = gap !== null && gap === before;
      before = gap;
      const isEnd = gap !== null && gap !== '' && (lines[n + 1]?.text ?? '').trim() === '';
      return isAgain || isEnd ? [] : [line];
    })
    .join('\n');
}

const titled = (name: string): string =>
  name === '' ? '' : name.charAt(0).toUpperCase() + name.slice(1).toLowerCase();
/** `:::note[Title]{icon="x"}` */
const NOTE_ATTRIBUTES = /^([ \t]*:{3,}[^\n{]{0,300})\{[^}\n]*\}[ \t]*$/gm;
const TITLE = /^([ \t]*):{3,}[ \t]*([a-z]+)[ \t]*(?:\[((?:\\.|[^\]\\])*)\])?[ \t]*(?:\{[^}]*\})?[ \t]*$/;
/** `> [!NOTE]`, as in GitHub and Hugo. */
const ALERT = /^((?:[ \t]*>)+[ \t]*)\[!(\w+)\][+-]?[ \t]*(.*)$/;

/** Converts `:::note[Title]` … `:::` to quotes, including nested ones, and adds the titles of alerts. */
function withAsides(text: string): string {
  if (!text.includes(':::') && !text.includes('[!')) return text;
  const open: string[] = [];
  return linesOf(text)
    .flatMap(({ text: line, isCode }) => {
      const indent = open[0] ?? '';
      const bare = line.startsWith(indent) ? line.slice(indent.length) : line.trimStart();
      const quotes = '> '.repeat(open.length);
      const inside = open.length === 0 ? line : `${indent}${quotes}${bare}`.trimEnd();
      if (isCode) return [inside];
      const begin = TITLE.exec(line);
      if (begin && open.length < 10) {
        const [, lead = '', name = '', title] = begin;
        const shown = title === undefined ? titled(name) : title;
        open.push(open.length === 0 ? lead : indent);
        const quote = `${open[0] ?? ''}${'> '.repeat(open.length)}`;
        const before = open.length === 1 ? '' : `${indent}${quotes}`.trimEnd();
        return shown === '' ? [before] : [before, `${quote}**${shown}**`, quote.trimEnd()];
      }
      if (open.length > 0 && /^[ \t]*:{3,}[ \t]*$/.test(line)) {
        open.pop();
        return [open.length === 0 ? '' : `${indent}${'> '.repeat(open.length)}`.trimEnd()];
      }
      const [, quote, kind, title] = ALERT.exec(line) ?? [];
      if (quote !== undefined) return [`${quote}**${title || titled(kind ?? '')}**`, quote.trimEnd()];
      return [inside];
    })
    .join('\n');
}
