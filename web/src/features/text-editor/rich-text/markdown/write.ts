import { parseMarkdown, type ReadingOptions } from '@inkwell/shared/markdown/tokens';
import type { Mark, Node } from '@tiptap/pm/model';
import { readBlock, readInline } from './read.ts';
import { GUARDS, type Piece, piecesOf, SAFEST, withoutJoiners, writePieces } from './write-inline.ts';

/** Longer lines are not parsed again after each keystroke but written with the safest guard. */
const MAX_READ_AGAIN = 20_000;

/** Writes nodes as Markdown and remembers the result: a node never changes, and a keystroke replaces only one of them. */
export interface BlockWriter {
  /** The link definitions of the text. Words in brackets must not refer to them by accident. */
  readonly definitions: string;
  /** A top-level block as Markdown, without a final line break. An empty paragraph becomes an empty string. */
  write(node: Node): string;
}

interface Context {
  readonly definitions: string;
  readonly reading: ReadingOptions;
  readonly lines: WeakMap<Node, string>;
}

export function createBlockWriter(definitions: string, reading: ReadingOptions = {}): BlockWriter {
  const context: Context = { definitions, reading, lines: new WeakMap() };
  const blocks = new WeakMap<Node, string>();
  return {
    definitions,
    write(node) {
      const text = blocks.get(node) ?? block(node, context);
      blocks.set(node, text);
      return text;
    },
  };
}

function block(node: Node, context: Context): string {
  switch (node.type.name) {
    case 'paragraph':
      return line(node, 'paragraph', context);
    case 'heading':
      return `${'#'.repeat(Number(node.attrs.level))} ${line(node, 'heading', context)}`.trimEnd();
    case 'blockquote':
      return prefixed(writeBlocks(node, false, context), '> ');
    case 'codeBlock':
      return code(node);
    case 'horizontalRule':
      return '---';
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return list(node, String(node.attrs.sign), context);
    case 'table':
      return table(node, context);
    default:
      return node.textContent;
  }
}

const isList = (node: Node | null | undefined): boolean => /List$/.test(node?.type.name ?? '');

const isNumbered = ({ type }: Node): boolean => type.name === 'orderedList';

/** The content of a quotation or a list item. */
function writeBlocks(parent: Node, isTight: boolean, context: Context): string {
  let text = '';
  let before: Node | null = null;
  let sign = '';
  parent.forEach((node) => {
    if (before && isList(node) && isList(before) && isNumbered(node) === isNumbered(before))
      sign = otherSign(sign || String(before.attrs.sign));
    else sign = isList(node) ? String(node.attrs.sign) : '';
    const part = isList(node) ? list(node, sign, context) : block(node, context);
    if (part === '') return;
    const gap = isTight && isList(node) ? '\n' : '\n\n';
    text += before ? gap + part : part;
    before = node;
  });
  return text;
}

/** Adjacent lists need different signs to stay two lists. */
const otherSign = (sign: string): string => ({ '-': '*', '*': '-', '+': '-', '.': ')', ')': '.' })[sign] ?? '-';

const indented = (text: string, indent: string): string => text.replace(/\n(?=[^\n])/g, `\n${indent}`);

const prefixed = (text: string, prefix: string): string =>
  text
    .split('\n')
    .map((one) => (prefix + one).trimEnd())
    .join('\n');

const LOOKS_LIKE_TASK = /^\[(?=[ xX]\](?:\s|$))/;
/** `- ---` would be a horizontal rule without a list. */
const RULE = /^---(?=\n|$)/;
/** The parser reads a box without text as text, so an empty task gets an invisible character (U+2060). */
const EMPTY_TASK = '&#8288;';

/** @param sign the bullet, or the character after the number */
function list(node: Node, sign: string, context: Context): string {
  const isOrdered = isNumbered(node);
  const start = isOrdered ? Number(node.attrs.start ?? 1) : 0;
  const items: string[] = [];
  node.forEach((item, _, index) => {
    const bullet = isOrdered ? `${start + index}${sign} ` : `${sign} `;
    const task = item.type.name === 'taskItem' ? `[${item.attrs.checked ? 'x' : ' '}] ` : '';
    const content = writeBlocks(item, !node.attrs.isLoose, context);
    const shown = task === '' ? content.replace(LOOKS_LIKE_TASK, '\\[').replace(RULE, '___') : content || EMPTY_TASK;
    items.push(`${bullet}${task}${indented(shown, ' '.repeat(bullet.length))}`.trimEnd());
  });
  return items.join(node.attrs.isLoose ? '\n\n' : '\n');
}

function code(node: Node): string {
  const text = node.textContent;
  const info = String(node.attrs.language ?? '').replace(/\s*\n\s*/g, ' ');
  const sign = info.includes('`') ? '~' : '`';
  const longest = Math.max(2, ...(text.match(sign === '`' ? /`{3,}/g : /~{3,}/g) ?? []).map(({ length }) => length));
  const fence = sign.repeat(longest + 1);
  return `${fence}${info}\n${text === '' ? '' : `${text}\n`}${fence}`;
}

const ALIGNMENTS: Readonly<Record<string, string>> = { left: ':---', center: ':---:', right: '---:' };

/** All rows get as many cells as the longest one. A cell that spans several columns or rows is written into the first. */
function table(node: Node, context: Context): string {
  const rows: string[][] = [];
  const taken = new Map<string, true>();
  node.forEach((row, _, y) => {
    const cells: string[] = [];
    row.forEach((cell) => {
      while (taken.has(`${y} ${cells.length}`)) cells.push('');
      const x = cells.length;
      const { colspan = 1, rowspan = 1 } = cell.attrs;
      for (let down = 1; down < rowspan; down += 1)
        for (let right = 0; right < colspan; right += 1) taken.set(`${y + down} ${x + right}`, true);
      cells.push(cell.firstChild ? line(cell.firstChild, 'cell', context) : '');
      for (let right = 1; right < colspan; right += 1) cells.push('');
    });
    rows.push(cells);
  });
  const width = Math.max(1, ...rows.map(({ length }) => length));
  const written = (cells: readonly string[]) =>
    `|${Array.from({ length: width }, (_, x) => (cells[x] ? ` ${cells[x]} ` : ' ')).join('|')}|`;
  const alignments: string[] = [];
  node.firstChild?.forEach((cell) => {
    alignments.push(ALIGNMENTS[String(cell.attrs.align)] ?? '---');
    for (let right = 1; right < Number(cell.attrs.colspan ?? 1); right += 1) alignments.push('---');
  });
  const [head = [], ...body] = rows;
  const rule = Array.from({ length: width }, (_, x) => alignments[x] ?? '---');
  return [written(head), `|${rule.join('|')}|`, ...body.map(written)].join('\n');
}

const EMPHASES = ['bold', 'italic', 'strike'];

type LineKind = 'paragraph' | 'heading' | 'cell';

/** A line as readers see it, as a string for comparison. Spaces look the same with and without emphasis. */
function shape(pieces: readonly Piece[]): string {
  const parts: string[] = [];
  let last = '';
  const add = (text: string, marks: readonly Mark[]) => {
    const key = JSON.stringify(marks.map((mark) => [mark.type.name, mark.attrs]));
    parts.push(key === last ? text : `\u0000${key}${text}`);
    last = key;
  };
  for (const { node, text, marks } of pieces) {
    if (text === null) add(JSON.stringify([node.type.name, node.attrs]), marks);
    else if (marks.some(({ type }) => type.name === 'code')) add(text, marks);
    else
      for (const part of text.split(/(\s+)/).filter((one) => one !== '')) {
        add(part, part.trim() === '' ? marks.filter(({ type }) => !EMPHASES.includes(type.name)) : marks);
      }
  }
  return parts.join('');
}

function read(node: Node, text: string, kind: LineKind, { definitions, reading }: Context): Piece[] | null {
  const { schema } = node.type;
  const source = { paragraph: text, heading: `# ${text}`, cell: `| ${text} |\n| --- |` }[kind];
  const isReferring = definitions !== '' && text.includes('[');
  const tokens = isReferring
    ? parseMarkdown(`${definitions}\n\n${source}`, reading).filter(({ type }) => type !== 'def' && type !== 'space')
    : parseMarkdown(source, reading);
  const [token] = tokens;
  if (tokens.length !== 1 || !token) return null;
  if (kind === 'cell') {
    const [cell] = token.type === 'table' ? token.header : [];
    if (token.type !== 'table' || token.header.length !== 1 || !cell) return null;
    return piecesOf(schema.node('paragraph', {}, readInline(schema, cell.tokens)));
  }
  if (token.type !== kind) return null;
  const again = readBlock(schema, token);
  return again && piecesOf(again);
}

/** A line, written with the first guard that preserves it. */
function line(node: Node, kind: LineKind, context: Context): string {
  const text = context.lines.get(node) ?? simplest(node, kind, context);
  context.lines.set(node, text);
  return text;
}

/** Text without any character that Markdown could interpret. */
const HARMLESS = /^\p{L}[\p{L}\p{M}\p{N} ,;?()'"’‘“”„…–—-]*[.!]?$/u;

function simplest(node: Node, kind: LineKind, context: Context): string {
  const only = node.childCount === 1 ? node.firstChild : null;
  if (only?.isText && only.marks.length === 0 && HARMLESS.test(only.text ?? '')) return only.text ?? '';
  const isInTable = kind === 'cell';
  const isOneLine = kind !== 'paragraph';
  const pieces = isOneLine ? oneLine(piecesOf(node)) : piecesOf(node);
  if (pieces.length === 0) return '';
  const guards = node.content.size > MAX_READ_AGAIN ? [] : GUARDS;
  for (const guard of guards) {
    const settled = guard.isJoined ? withoutJoiners : (one: readonly Piece[]) => one;
    const expected = settled(pieces);
    const text = writePieces(expected, guard, { isInTable, ...context.reading });
    const again = read(node, text, kind, context);
    if (again && shape(settled(again)) === shape(expected)) return text;
  }
  return writePieces(withoutJoiners(pieces), SAFEST, { isInTable, ...context.reading });
}

/** Headings and cells cannot contain line breaks, which become spaces. Notes cannot begin in them, so a label becomes a reference. */
function oneLine(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece) => {
    const { node } = piece;
    if (node.attrs.isNote) {
      const reference = { ...piece, node: node.type.create({ ...node.attrs, isNote: false }) };
      return [reference, { node: node.type.schema.text(': '), text: ': ', marks: [] }];
    }
    const isLineEnd = piece.marks.some(({ type }) => type.name === 'lineEnd');
    if (piece.text !== null && !isLineEnd) return piece;
    if (piece.text === null && node.type.name !== 'hardBreak') return piece;
    const marks = piece.marks.filter(({ type }) => type.name !== 'lineEnd');
    return { node: node.type.schema.text(' ', marks), text: ' ', marks };
  });
}
