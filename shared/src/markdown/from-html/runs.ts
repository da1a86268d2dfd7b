import { readMarkdown, standardTokens, textOf } from '../tokens.ts';

/*
 * The words of a paragraph as runs with marks, and their Markdown. The product's parser checks the result: if it would not show the same words, the
 * paragraph is written without marks.
 */

interface Marks {
  readonly href: string | null;
  readonly isStrong: boolean;
  readonly isEmphasized: boolean;
  readonly isStruck: boolean;
}

export type Run = Marks &
  (
    | { readonly is: 'text' | 'code' | 'note'; readonly text: string }
    | { readonly is: 'break' }
    | { readonly is: 'picture'; readonly text: string; readonly address: string; readonly caption: string }
  );

export const NO_MARKS: Marks = { href: null, isStrong: false, isEmphasized: false, isStruck: false };

/** Spaces that HTML collapses. A no-break space counts as a character. */
const SPACES = /[ \t\n\r\f]+/g;
const BARE_URL = /https?:\/\/[^\s<>]+/g;
const WORD = /[\p{L}\p{N}\p{M}]/u;
const SIGN = /[\p{P}\p{S}]/u;

const escaped = (text: string): string =>
  text
    .replace(/[\\`*~[\]<]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=#|[a-z][a-z0-9]*;)/gi, '\\&');

/** Words in the form that Markdown shows. */
export const escapedMarkdown = (text: string): string => escaped(text.replace(SPACES, ' ').trim());

/** Every special character escaped, so that nothing is parsed as a mark. */
const fullyEscaped = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, '\\$&');

/** Escapes text except addresses, which the parser links unescaped. Addresses in which it would find marks are put in brackets. */
function escapedText(text: string): string {
  let end = 0;
  let out = '';
  for (const { 0: address, index } of text.matchAll(BARE_URL)) {
    out += escaped(text.slice(end, index)) + (/[\\`*~[\]|]/.test(address) ? `<${address}>` : address);
    end = index + address.length;
  }
  return out + escaped(text.slice(end));
}

/** Text that would start another block at the beginning of a line. */
const escapedStart = (line: string): string =>
  line.replace(/^(?:[#>+=:|-])/, '\\$&').replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');

/** The target of a link or picture, in a form valid in parentheses. */
export const writtenAddress = (address: string): string =>
  address
    .trim()
    .replace(/[\s()<>"\\|`[\]*\p{Cc}]/gu, (sign) => encodeURIComponent(sign).replace(/[()*]/g, percentOf))
    .replace(/&(?=#|[a-z][a-z0-9]*;)/gi, '&amp;');

const percentOf = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** A picture's description or caption: one line, with entities for characters that would end it. */
const pictureWords = (words: string): string =>
  words
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/&(?=#|[a-z][a-z0-9]*;)/gi, '&amp;')
    .replace(/["\\[\]`<]/g, (sign) => (sign === '"' ? '&quot;' : `&#${sign.charCodeAt(0)};`));

export function pictureMarkdown({
  text,
  address,
  caption,
}: {
  text: string;
  address: string;
  caption: string;
}): string {
  const title = caption.trim() === '' ? '' : ` "${pictureWords(caption)}"`;
  return `![${pictureWords(text)}](${writtenAddress(address)}${title})`;
}

function codeMarkdown(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const isPadded = /^`|`$|^ .* $/.test(text);
  return isPadded ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

/** Collapses spaces across runs, and removes them around breaks and at both ends. */
export function collapsed(runs: readonly Run[]): Run[] {
  const out: Run[] = [];
  let isAfterSpace = true;
  for (const run of runs) {
    if (run.is === 'break') {
      trimEnd(out);
      if (out.length > 0) out.push(run);
      isAfterSpace = true;
      continue;
    }
    if (run.is !== 'text' && run.is !== 'code') {
      out.push(run);
      isAfterSpace = false;
      continue;
    }
    let text = run.text.replace(SPACES, ' ');
    if (isAfterSpace) text = text.replace(/^ /, '');
    if (text === '') continue;
    isAfterSpace = text.endsWith(' ');
    const last = out.at(-1);
    if (last?.is === run.is && last.is === 'text' && sameMarks(last, run))
      out[out.length - 1] = { ...last, text: last.text + text };
    else out.push({ ...run, text });
  }
  trimEnd(out);
  return out;
}

const sameMarks = (a: Marks, b: Marks): boolean =>
  a.href === b.href && a.isStrong === b.isStrong && a.isEmphasized === b.isEmphasized && a.isStruck === b.isStruck;

function trimEnd(runs: Run[]): void {
  for (let last = runs.at(-1); last; last = runs.at(-1)) {
    if (last.is === 'break') runs.pop();
    else if (last.is === 'text' && last.text.endsWith(' ')) {
      runs.pop();
      const text = last.text.replace(/ +$/, '');
      if (text !== '') runs.push({ ...last, text });
    } else return;
  }
}

type Mark = keyof Marks;
type Level = 'marks' | 'links' | 'words';
const ORDER: readonly Mark[] = ['href', 'isStruck', 'isStrong', 'isEmphasized'];

function leaf(run: Run, level: Level): string {
  switch (run.is) {
    case 'text':
      if (level === 'words') return fullyEscaped(run.text);
      return run.href === null ? escapedText(run.text) : escaped(run.text);
    case 'code':
      return level === 'words' ? fullyEscaped(run.text) : codeMarkdown(run.text);
    case 'note':
      return `[^${run.text}]`;
    case 'break':
      return '\\\n';
    case 'picture':
      return pictureMarkdown(run);
  }
}

/** Groups adjacent runs with the same value of a mark. */
function grouped(runs: readonly Run[], mark: Mark): Run[][] {
  const groups: Run[][] = [];
  for (const run of runs) {
    const group = groups.at(-1);
    if (group?.[0]?.[mark] === run[mark]) group?.push(run);
    else groups.push([run]);
  }
  return groups;
}

const entity = (character: string): string => `&#${character.codePointAt(0)};`;

function written(runs: readonly Run[], marks: readonly Mark[], level: Level): string {
  const [mark, ...others] = marks;
  if (mark === undefined) return runs.map((run) => leaf(run, level)).join('');
  const isWritten = level === 'marks' || (level === 'links' && mark === 'href');
  let out = '';
  /** After punctuation and before a letter, a closing mark would not close (CommonMark 0.31, flanking delimiter runs). */
  let endsInMark = '';
  for (const group of grouped(runs, mark)) {
    const value = group[0]?.[mark];
    const inner = written(group, others, level);
    if (!value || !isWritten) {
      const first = Array.from(inner.slice(0, 2))[0] ?? '';
      out += endsInMark && WORD.test(first) ? entity(first) + inner.slice(first.length) : inner;
      endsInMark = '';
      continue;
    }
    const { before, words, after } = withoutEnds(inner);
    if (words === '') {
      out += inner;
      continue;
    }
    if (mark === 'href') {
      out += `${before}[${words}](${writtenAddress(String(value))})${after}`;
      endsInMark = '';
      continue;
    }
    out += before;
    const last = Array.from(out.slice(-2)).at(-1) ?? '';
    if (before === '' && SIGN.test(words[0] ?? '') && WORD.test(last)) out = out.slice(0, -last.length) + entity(last);
    const sign = signOf(mark, out.at(-1) ?? '', words);
    out += `${sign}${words}${sign}${after}`;
    endsInMark = after === '' && SIGN.test(words.at(-1) ?? '') ? sign : '';
  }
  return out;
}

/** Words without the spaces and breaks at both ends, in linear time. A single expression for both ends would take longer. */
function withoutEnds(text: string): { before: string; words: string; after: string } {
  const start = /^(?:\s|\\\n)*/.exec(text)?.[0].length ?? 0;
  let end = text.length;
  while (end > start && /\s/.test(text.charAt(end - 1)))
    end -= text.startsWith('\\\n', end - 2) && end - 2 >= start ? 2 : 1;
  return { before: text.slice(0, start), words: text.slice(start, end), after: text.slice(end) };
}

/** `_` if another mark with `*` would be adjacent. It does not close before a letter, but nothing else may be adjacent there. */
function signOf(mark: Mark, before: string, words: string): string {
  if (mark === 'isStruck') return '~~';
  if (mark === 'isStrong') return before === '*' ? '__' : '**';
  return before === '*' || words.startsWith('*') || words.endsWith('*') ? '_' : '*';
}

const withoutSpaces = (text: string): string => text.replace(/\s+/g, '');

/** The words that the parser must find. */
const wordsOf = (runs: readonly Run[]): string =>
  runs
    .map((run) => {
      if (run.is === 'break') return '';
      return run.is === 'note' ? `[^${run.text}]` : run.text;
    })
    .join('');

const NEEDS_CHECK = /[*_~`<[\]!&\\]|www\.|:\/\/|@/;

/** Whether the parser finds one paragraph with these words. */
function isReadAs(markdown: string, runs: readonly Run[]): boolean {
  if (!NEEDS_CHECK.test(markdown)) return true;
  const [block, ...others] = readMarkdown(markdown).blocks;
  if (block?.type !== 'paragraph' || others.length > 0) return false;
  const pictures = standardTokens(block.tokens).filter(({ type }) => type === 'image').length;
  const isLone = runs.length === 1 && runs[0]?.is === 'picture' && runs[0].href === null;
  return (!isLone || pictures === 1) && withoutSpaces(textOf(block.tokens)) === withoutSpaces(wordsOf(runs));
}

const lineStarts = (markdown: string): string => markdown.split('\n').map(escapedStart).join('\n');

/** The Markdown of a paragraph; empty if there are no words. */
export function runsMarkdown(runs: readonly Run[]): string {
  const clean = collapsed(runs);
  for (const level of ['marks', 'links'] as const) {
    const markdown = lineStarts(written(clean, ORDER, level));
    if (isReadAs(markdown, clean)) return markdown;
  }
  return written(clean, ORDER, 'words');
}

/** The Markdown of a heading or cell, on one line. */
export const lineMarkdown = (runs: readonly Run[]): string =>
  runsMarkdown(runs.map((run) => (run.is === 'break' ? { ...run, is: 'text' as const, text: ' ' } : run)));
