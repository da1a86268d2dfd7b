import { freeNoteLabel } from '@inkwell/shared/markdown/note-labels';

/** A text and the selection in it, in UTF-16 units like in text areas. */
export interface TextSelection {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Replaces `from`..`to` by `insert`, then selects `start`..`end` of the new text. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

export type Command = (selection: TextSelection) => TextEdit;

/** The text after an edit. */
export const applied = (text: string, edit: TextEdit): string =>
  text.slice(0, edit.from) + edit.insert + text.slice(edit.to);

/** Adds `mark` around the selection, or removes it if present. Leading and trailing spaces stay outside. */
function wrap(mark: string, placeholder: string): Command {
  return ({ text, start, end }) => {
    const selected = text.slice(start, end);
    const from = start + (selected.length - selected.trimStart().length);
    const to = Math.max(from, end - (selected.length - selected.trimEnd().length));
    const inner = text.slice(from, to);
    const size = mark.length;

    // Two asterisks are bold, so one of them is not an italic delimiter.
    const standsOutside =
      text.slice(from - size, from) === mark &&
      text.slice(to, to + size) === mark &&
      (size > 1 || text[from - 2] !== mark || text.slice(from - 3, from) === mark.repeat(3));
    if (standsOutside && inner) {
      return { from: from - size, to: to + size, insert: inner, start: from - size, end: to - size };
    }
    const standsInside =
      inner.length > 2 * size &&
      inner.startsWith(mark) &&
      inner.endsWith(mark) &&
      (size > 1 || inner[1] !== mark || inner.startsWith(mark.repeat(3)));
    if (standsInside) {
      const bare = inner.slice(size, -size);
      return { from, to, insert: bare, start: from, end: from + bare.length };
    }
    const words = inner || placeholder;
    return { from, to, insert: mark + words + mark, start: from + size, end: from + size + words.length };
  };
}

/** The beginning of the line at `at`. */
const lineStartOf = (text: string, at: number): number => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1);

interface Lines {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** The lines that a selection touches. */
export function linesOf({ text, start, end }: TextSelection): Lines {
  const from = lineStartOf(text, start);
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const nextBreak = text.indexOf('\n', last);
  const to = nextBreak < 0 ? text.length : nextBreak;
  return { from, to, lines: text.slice(from, to).split('\n') };
}

/** Changes all lines that the selection touches. A caret stays on its character; a selection covers the new lines. */
export function onLines(change: (lines: readonly string[]) => string[]): Command {
  return (selection) => {
    const { from, to, lines } = linesOf(selection);
    const { start, end } = selection;
    const insert = change(lines).join('\n');
    if (start !== end) return { from, to, insert, start: from, end: from + insert.length };
    const caret = Math.max(from, start + insert.length - (to - from));
    return { from, to, insert, start: caret, end: caret };
  };
}

/** Adds `prefix` to all lines, or removes it if all lines have it. Blank lines between others stay blank. */
function prefixLines(pattern: RegExp, prefix: (index: number) => string, other?: RegExp): Command {
  return onLines((lines) => {
    const isMarked = (line: string) => pattern.test(line);
    const filled = lines.filter((line) => line.trim() !== '');
    if (filled.length > 0 && filled.every(isMarked)) return lines.map((line) => line.replace(pattern, ''));
    let index = 0;
    return lines.map((line) => {
      if (line.trim() === '' && lines.length > 1) return line;
      const bare = line.replace(pattern, '').replace(other ?? /$^/, '');
      return prefix(index++) + bare;
    });
  });
}

const BULLET = /^[-*+] (?:\[[ x]\] )?/;
const NUMBER = /^\d{1,9}[.)] /;
const HEADING = /^(#{1,6}) +/;

/** Cycles through no heading, `##`, `###` and `####`. */
const heading: Command = onLines((lines) => {
  const level = HEADING.exec(lines[0] ?? '')?.[1]?.length ?? 1;
  const next = level >= 4 ? '' : `${'#'.repeat(level + 1)} `;
  return lines.map((line) => (line.trim() === '' && lines.length > 1 ? line : next + line.replace(HEADING, '')));
});

/** A code span within a line, a code block for several lines. */
const code: Command = (selection) => {
  const { text, start, end } = selection;
  const selected = text.slice(start, end);
  if (!selected.includes('\n')) return wrap('`', 'code')(selection);
  const longest = Math.max(2, ...(selected.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const before = start === 0 || text[start - 1] === '\n' ? '' : '\n';
  const after = end === text.length || text[end] === '\n' ? '' : '\n';
  const body = selected.endsWith('\n') ? selected : `${selected}\n`;
  const insert = `${before}${fence}\n${body}${fence}${after}`;
  const bodyStart = start + before.length + fence.length + 1;
  return { from: start, to: end, insert, start: bodyStart, end: bodyStart + body.length - 1 };
};

const ADDRESS = /^(?:https?:\/\/|mailto:|\/)\S+$/i;

/** A selected address becomes the target, other text the link text. The missing part is selected for typing. */
const link: Command = ({ text, start, end }) => {
  const selected = text.slice(start, end);
  if (ADDRESS.test(selected)) {
    return { from: start, to: end, insert: `[text](${selected})`, start: start + 1, end: start + 5 };
  }
  const words = selected.replaceAll('\n', ' ') || 'text';
  const address = start + words.length + 3;
  return { from: start, to: end, insert: `[${words}](https://)`, start: address, end: address + 8 };
};

/** Inserts a reference after the selection and adds the note at the end of the text. */
const footnote: Command = ({ text, end }) => {
  const mark = `[^${freeNoteLabel(text)}]`;
  const rest = text.slice(end).trimEnd();
  const insert = `${mark}${rest}\n\n${mark}: `;
  return { from: end, to: text.length, insert, start: end + insert.length, end: end + insert.length };
};

/** The commands of the toolbar. */
export const commands = {
  bold: wrap('**', 'bold text'),
  italic: wrap('*', 'italic text'),
  heading,
  bulletList: prefixLines(BULLET, () => '- ', NUMBER),
  numberedList: prefixLines(NUMBER, (index) => `${index + 1}. `, BULLET),
  quote: prefixLines(/^> ?/, () => '> '),
  code,
  link,
  footnote,
} as const satisfies Record<string, Command>;

/** Enter in a list or quote begins the next item; in an empty item, it ends the list. Null elsewhere. */
export function continueList({ text, start, end }: TextSelection): TextEdit | null {
  if (start !== end) return null;
  const lineStart = lineStartOf(text, start);
  const line = text.slice(lineStart, start);
  const item = /^(\s*)(?:([-*+] )(\[[ x]\] )?|(\d{1,9})([.)] )|(> ))/.exec(line);
  if (!item) return null;
  if (line.length === item[0].length) {
    return { from: lineStart, to: start, insert: '', start: lineStart, end: lineStart };
  }
  const [, indent = '', bullet, task, number, dot, quote] = item;
  const next = number ? `${Number(number) + 1}${dot}` : `${bullet ?? quote ?? ''}${task ? '[ ] ' : ''}`;
  const insert = `\n${indent}${next}`;
  return { from: start, to: start, insert, start: start + insert.length, end: start + insert.length };
}
