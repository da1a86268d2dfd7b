import { linesOf, onLines, type TextEdit, type TextSelection } from './commands.ts';

/* Tab and Shift+Tab in Markdown. As in rich text, they indent items and code, and move between the cells of a table. */

const INDENT = '  ';
const ITEM = /^( *)((?:[-*+]|(\d{1,9})[.)]) +)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/gm;
const ROW = /^ *\|.*\| *$/;
const RULER = /^[ |:-]+$/;

const select = (start: number, end = start): TextEdit => ({ from: start, to: start, insert: '', start, end });

/** Whether a code block is open after the lines above. */
function isInCode(text: string, from: number): boolean {
  let open = '';
  for (const [, fence = ''] of text.slice(0, from).matchAll(FENCE)) {
    if (open === '') open = fence;
    else if (fence.startsWith(open)) open = '';
  }
  return open !== '';
}

function codeEdit(selection: TextSelection, isBack: boolean): TextEdit {
  const { start, end } = selection;
  if (start === end && !isBack) return { ...select(start + INDENT.length), from: start, to: start, insert: INDENT };
  const change = (line: string) => (isBack ? line.replace(/^(?:\t| {1,2})/, '') : INDENT + line);
  return onLines((lines) => lines.map(change))(selection);
}

/** Where an item begins, where its text begins, and its number. */
interface Item {
  readonly at: number;
  readonly words: number;
  readonly number: number | null;
}

function itemOf(line: string): Item | null {
  const [whole, indent = '', , number] = ITEM.exec(line) ?? [];
  return whole === undefined
    ? null
    : { at: indent.length, words: whole.length, number: number === undefined ? null : Number(number) };
}

/** The items of the list above a line, the nearest first. */
function itemsAbove(text: string, from: number): Item[] {
  const found: Item[] = [];
  for (let end = from - 1; end >= 0; end = text.lastIndexOf('\n', end - 1)) {
    const line = text.slice(end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1, end);
    const item = itemOf(line);
    if (item) found.push(item);
    else if (/^\S/.test(line)) break;
    if (end === 0) break;
  }
  return found;
}

/** Indents the selected items below the previous one, or moves them back to the level above. Ordered items are renumbered. */
function itemEdit(selection: TextSelection, isBack: boolean): TextEdit | null {
  const found = linesOf(selection);
  const item = itemOf(found.lines[0] ?? '');
  if (!item) return null;
  const above = itemsAbove(selection.text, found.from);
  const sibling = above.find(({ at }) => at <= item.at);
  const parent = above.find(({ at }) => at < item.at);
  const at = isBack ? (parent?.at ?? 0) : (sibling?.words ?? item.at);
  if (at === item.at || (!isBack && at < item.at)) return select(selection.start, selection.end);
  const before = above.find((one) => one.at <= at);
  let number = before?.at === at ? (before.number ?? 0) : 0;
  const change = (line: string) => {
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    const moved = line === '' ? '' : ' '.repeat(Math.max(0, indent + at - item.at)) + line.slice(indent);
    if (indent !== item.at || !/^ *\d/.test(line)) return moved;
    number += 1;
    return moved.replace(/\d+/, String(number));
  };
  return onLines((lines) => lines.map(change))(selection);
}

/** Selects the next or previous cell of a table. */
function cellEdit(selection: TextSelection, isBack: boolean): TextEdit | null {
  const { text, start, end } = selection;
  const { from, to, lines } = linesOf(selection);
  if (!ROW.test(lines[0] ?? '')) return null;
  const cells: { readonly start: number; readonly end: number }[] = [];
  for (const { 0: line, index: at } of text.matchAll(/^ *\|.*\| *$/gm)) {
    if (RULER.test(line) || at > to + 2_000 || at < from - 2_000) continue;
    for (const { 0: cell, index } of line.matchAll(/(?<=\|)(?:\\.|[^|\\])*(?=\|)/g)) {
      const begin = at + index + Math.min(1, cell.length, cell.length - cell.trimStart().length || 0);
      cells.push({ start: begin, end: begin + cell.trim().length });
    }
  }
  const next = isBack ? cells.findLast((cell) => cell.end < start) : cells.find((cell) => cell.start > end);
  return next ? select(next.start, next.end) : select(start, end);
}

/** The effect of Tab at a selection, also if nothing can move any further; null elsewhere, where Tab leaves the text. */
export function tabEdit(selection: TextSelection, isBack: boolean): TextEdit | null {
  if (isInCode(selection.text, linesOf(selection).from)) return codeEdit(selection, isBack);
  return itemEdit(selection, isBack) ?? cellEdit(selection, isBack);
}
