import { aroundFormulas } from '@inkwell/shared/markdown/formula-syntax';
import { NOTE_LABEL } from '@inkwell/shared/markdown/note-labels';
import { Mark, type Node, type Schema } from '@tiptap/pm/model';
import { asEntities, pictureMarkdown, target } from '../../pictures/write-picture.ts';
import { signSource } from '../schema/note-source.ts';

/** Ways to prevent a line's text from being read as Markdown. The writer tries the guards in order and takes the first that works. */
export interface Guard {
  readonly escape: 'none' | 'marks' | 'all' | 'entities';
  /** The delimiter of italics; underscores if asterisks would touch other ones. */
  readonly italic: '*' | '_';
  /** How to write a link whose text is its address. */
  readonly address: 'bare' | 'angle' | 'link';
  /** Whether characters next to marks are written as entities: after the `;` of an entity, marks may begin and end. */
  readonly isSpelled: boolean;
  /** Whether an invisible character separates `~~` from other marks, which the parser cannot read next to each other. */
  readonly isJoined: boolean;
}

const PLAIN: Guard = { escape: 'none', italic: '*', address: 'bare', isSpelled: false, isJoined: false };
const CAREFUL: Guard = { ...PLAIN, escape: 'marks' };
const SPELLED: Guard = { ...CAREFUL, address: 'link', isSpelled: true };
/** For lines that are too long to be parsed again, and as the last resort. */
export const SAFEST: Guard = { ...SPELLED, isJoined: true };

export const GUARDS: readonly Guard[] = [
  PLAIN,
  CAREFUL,
  { ...CAREFUL, italic: '_', address: 'angle' },
  { ...CAREFUL, escape: 'all', address: 'angle' },
  { ...CAREFUL, escape: 'all', italic: '_', address: 'angle' },
  SPELLED,
  { ...SPELLED, escape: 'all' },
  { ...SPELLED, escape: 'all', italic: '_' },
  SAFEST,
  { ...SPELLED, escape: 'all', isJoined: true },
  { ...SPELLED, escape: 'entities', isJoined: true },
  { ...SPELLED, escape: 'entities', italic: '_', isJoined: true },
];

/** Word joiner, which is invisible. */
const JOINER = '\u2060';
const WRITTEN_JOINER = '&#8288;';

export const withoutJoiners = (pieces: readonly Piece[]): Piece[] =>
  pieces
    .map((piece) => (piece.text?.includes(JOINER) ? { ...piece, text: piece.text.replaceAll(JOINER, '') } : piece))
    .filter(({ text }) => text !== '');

/** A piece of a line: a text, a picture or a break, with its marks. */
export interface Piece {
  readonly node: Node;
  readonly text: string | null;
  readonly marks: readonly Mark[];
}

interface Place {
  /** In tables, pipes end cells and lines cannot break. */
  readonly isInTable: boolean;
  readonly guard: Guard;
  /** Whether formulas are written unchanged. */
  readonly math: boolean;
}

/** Marks whose delimiters must touch a character other than a space. */
const TOUCHING = ['bold', 'italic', 'strike', 'link'];

const MARK_CHARS = /[\\`*_[\]<~|]|!(?=\[)|&(?=#?\w{1,31};)/g;
const PUNCTUATION = /[!-/:-@[-`{-~]/g;
/** Characters that start a block at the beginning of a line or note. */
const LINE_BEGINS = new RegExp(
  `(?<=^(?:${NOTE_LABEL}: )?)(?:[>#]|[-+](?=\\s|$)|={1,}\\s*$|-{2,}|\\d{1,9}(?=[.)](?:\\s|$)))`,
);

const isSpace = ({ node, text }: Piece): boolean =>
  text === null ? node.type.name === 'hardBreak' : text.trim() === '';

const without = (marks: readonly Mark[], name: string): Mark[] => marks.filter(({ type }) => type.name !== name);

const markOf = (piece: Piece, name: string): Mark | undefined => piece.marks.find(({ type }) => type.name === name);

/** The end of the run of pieces that share a mark with the piece at `from`. */
function runEnd(pieces: readonly Piece[], from: number, mark: Mark): number {
  let end = from + 1;
  while (end < pieces.length && pieces[end]?.marks.some((other) => other.eq(mark))) end += 1;
  return end;
}

/** Splits off leading and trailing spaces, which cannot have marks. */
function splitEnds(piece: Piece): Piece[] {
  const { text } = piece;
  if (text === null || markOf(piece, 'code') || markOf(piece, 'lineEnd')) return [piece];
  const [, before = '', middle = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return [before, middle, after].filter((part) => part !== '').map((part) => ({ ...piece, text: part }));
}

/** Removes a mark from the spaces and line breaks at both ends of each run. */
function settleMark(pieces: readonly Piece[], name: string): Piece[] {
  const settled: Piece[] = [];
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] as Piece;
    const mark = markOf(piece, name);
    if (!mark) {
      settled.push(piece);
      at += 1;
      continue;
    }
    const end = runEnd(pieces, at, mark);
    const run = pieces.slice(at, end);
    const first = run.findIndex((one) => !isSpace(one));
    const last = run.findLastIndex((one) => !isSpace(one));
    run.forEach((one, index) => {
      const isInside = first >= 0 && index >= first && index <= last;
      settled.push(isInside ? one : { ...one, marks: without(one.marks, name) });
    });
    at = end;
  }
  return settled;
}

/**
 * The parser cannot read code with backticks in the text of a link, so such code becomes plain words. Neither links nor code can contain the sign of
 * a note, and no mark the label with which one begins.
 */
function marksOf({ type: { name }, text, marks, attrs }: Node): readonly Mark[] {
  if (name === 'noteSign') return attrs.isNote ? [] : without(without(marks, 'link'), 'code');
  return text?.includes('`') && marks.some(({ type }) => type.name === 'link') ? without(marks, 'code') : marks;
}

const isBlank = (piece: Piece): boolean =>
  /^[ \t]+$/.test(piece.text ?? '') && !markOf(piece, 'code') && !markOf(piece, 'lineEnd');
const isLineEnd = (piece: Piece | undefined): boolean => piece !== undefined && markOf(piece, 'lineEnd') !== undefined;
const isBreak = (piece: Piece | undefined): boolean => piece?.node.type.name === 'hardBreak';
const endsLine = (piece: Piece | undefined): boolean => isBreak(piece) || isLineEnd(piece);
const beginsNote = (piece: Piece | undefined): boolean => piece?.node.attrs.isNote === true;

/** The backticks of two adjacent pieces of code would be read together. */
function joinCode(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const isSameCode = last && markOf(piece, 'code') && Mark.sameSet(last.marks, piece.marks);
    if (isSameCode) joined[joined.length - 1] = { ...last, text: (last.text ?? '') + piece.text };
    else joined.push(piece);
  }
  return joined;
}

const lineEndIn = (schema: Schema): Piece => {
  const node = schema.text(' ', [schema.mark('lineEnd')]);
  return { node, text: ' ', marks: node.marks };
};

/**
 * Drops what Markdown cannot express: a second line end, which would end the paragraph, and spaces at both ends of a line. Starts a line with each
 * note, for example one that was joined to the previous paragraph.
 */
function withoutEmptyLines(pieces: readonly Piece[]): Piece[] {
  const kept: Piece[] = [];
  for (const [at, piece] of pieces.entries()) {
    const last = kept.at(-1);
    const isDropped = isBlank(piece)
      ? endsLine(last) || beginsNote(last) || isLineEnd(pieces[at + 1]) || beginsNote(pieces[at + 1])
      : isLineEnd(piece) && endsLine(last);
    if (beginsNote(piece) && last && !isLineEnd(last)) {
      // A break before a note would be a backslash.
      while (isBreak(kept.at(-1))) kept.pop();
      kept.push(lineEndIn(piece.node.type.schema));
    }
    if (!isDropped) kept.push(piece);
  }
  return kept;
}

/** The pieces of a line in a form that Markdown can express: neither marks nor the line begin or end with spaces. */
export function piecesOf(textblock: Node): Piece[] {
  let pieces: Piece[] = [];
  textblock.forEach((node) => {
    pieces.push(...splitEnds({ node, text: node.isText ? (node.text ?? '') : null, marks: marksOf(node) }));
  });
  pieces = withoutEmptyLines(pieces);
  for (const name of TOUCHING) pieces = settleMark(pieces, name);
  pieces = joinCode(pieces);
  const first = pieces.findIndex((piece) => !isSpace(piece) || markOf(piece, 'code'));
  const last = pieces.findLastIndex((piece) => !isSpace(piece) || markOf(piece, 'code'));
  return first < 0 ? [] : pieces.slice(first, last + 1);
}

/** Writes pieces as Markdown. */
export function writePieces(
  pieces: readonly Piece[],
  guard: Guard,
  { isInTable = false, math = false }: Partial<Omit<Place, 'guard'>> = {},
): string {
  const place = { guard, isInTable, math };
  const text = writeRun(pieces, place);
  return guard.escape === 'none' ? text : guardLineBegins(text);
}

const guardLineBegins = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(LINE_BEGINS, (found) => (/^\d/.test(found) ? `${found}\\` : `\\${found}`)))
    .join('\n');

function writeRun(pieces: readonly Piece[], place: Place): string {
  let text = '';
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] as Piece;
    const mark = outermost(pieces, at);
    const end = mark ? runEnd(pieces, at, mark) : at + 1;
    let part = mark ? writeMarked(pieces.slice(at, end), mark, place) : writePiece(piece, place);
    if (place.guard.isSpelled && !mark && isMarked(pieces[at - 1])) part = spellFirst(part);
    if (place.guard.isSpelled && !mark && isMarked(pieces[end])) part = spellLast(part);
    const needsJoiner = /[*_]$/.test(text) ? part.startsWith('~~') : text.endsWith('~~') && /^[*_]/.test(part);
    text += place.guard.isJoined && needsJoiner ? WRITTEN_JOINER + part : part;
    at = end;
  }
  return text;
}

const isMarked = (piece: Piece | undefined): boolean =>
  piece?.marks.some(({ type }) => TOUCHING.includes(type.name)) ?? false;

/** The mark with the longest run from here. If several are equally long, the link, which cannot collide with other delimiters. */
function outermost(pieces: readonly Piece[], at: number): Mark | null {
  let best: Mark | null = null;
  let bestEnd = at;
  for (const mark of pieces[at]?.marks ?? []) {
    if (!TOUCHING.includes(mark.type.name)) continue;
    const end = runEnd(pieces, at, mark);
    if (end > bestEnd || (end === bestEnd && mark.type.name === 'link')) [best, bestEnd] = [mark, end];
  }
  return best;
}

function writeMarked(run: readonly Piece[], mark: Mark, place: Place): string {
  const name = mark.type.name;
  const inner = run.map((piece) => ({ ...piece, marks: piece.marks.filter((other) => !other.eq(mark)) }));
  if (name === 'link') return writeLink(inner, mark, place);
  const sign = name === 'bold' ? '**' : name === 'strike' ? '~~' : place.guard.italic;
  const [, before = '', middle = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(writeRun(inner, place)) ?? [];
  return middle === '' ? before : before + sign + middle + sign + after;
}

function writeLink(inner: readonly Piece[], { attrs }: Mark, place: Place): string {
  const href = String(attrs.href ?? '');
  const [only] = inner;
  const own = inner.length === 1 && only?.text && only.marks.length === 0 && !attrs.title ? only.text : null;
  if (own !== null && isOwnAddress(own, href)) {
    if (place.guard.address === 'bare') return own;
    if (place.guard.address === 'angle' && (own === href || `mailto:${own}` === href)) return `<${own}>`;
  }
  return `[${writeRun(inner, place)}](${target(href, attrs.title, place)})`;
}

const isOwnAddress = (text: string, href: string): boolean =>
  [text, `mailto:${text}`, `http://${text}`].includes(href) && /^(?:https?:\/\/|mailto:|www\.|[^\s@]+@)/i.test(text);

const pictureOf = ({ attrs: { src, alt, title } }: Node) => ({
  src: String(src ?? ''),
  alt: String(alt ?? ''),
  title: typeof title === 'string' ? title : null,
});

function writePiece(piece: Piece, place: Place): string {
  const { node, text } = piece;
  if (node.type.name === 'picture') return pictureMarkdown(pictureOf(node), place);
  if (node.type.name === 'hardBreak') return place.isInTable ? ' ' : '\\\n';
  if (node.type.name === 'noteSign')
    return place.isInTable ? signSource(node).replaceAll('|', '\\|') : signSource(node);
  if (text === null) return '';
  if (markOf(piece, 'code')) return writeCode(text, place);
  if (markOf(piece, 'lineEnd') && text === ' ') return place.isInTable ? ' ' : '\n';
  return guarded(text, place);
}

function guarded(text: string, place: Place): string {
  if (!place.math || !text.includes('$')) return guardedWords(text, place);
  return aroundFormulas(text)
    .map((part, at) =>
      at % 2 === 0 ? guardedWords(part, place) : place.isInTable ? part.replaceAll('|', '\\|') : part,
    )
    .join('');
}

function guardedWords(text: string, { guard, isInTable }: Place): string {
  if (guard.escape === 'none') return isInTable ? text.replaceAll('|', '\\|') : text;
  if (guard.escape === 'all') return text.replace(PUNCTUATION, '\\$&');
  if (guard.escape === 'entities') return asEntities(text, PUNCTUATION);
  return text.replace(MARK_CHARS, (char, at: number) => {
    if (char === '|') return isInTable ? '\\|' : '|';
    if (char === '_' && /[^\W_]/.test(text[at - 1] ?? '') && /[^\W_]/.test(text[at + 1] ?? '')) return char;
    return `\\${char}`;
  });
}

/** The fence is a run of backticks that does not occur in the code. */
function writeCode(text: string, { isInTable }: Place): string {
  const runs = new Set((text.match(/`+/g) ?? []).map((run) => run.length));
  let size = 1;
  while (runs.has(size)) size += 1;
  const fence = '`'.repeat(size);
  const needsRoom = /^`|`$|^ .*\S.* $/.test(text);
  const inner = needsRoom ? ` ${text} ` : text;
  return fence + (isInTable ? inner.replaceAll('|', '\\|') : inner) + fence;
}

/** A first character that is neither a space nor ASCII punctuation. */
const SPELLABLE = /^[^\s!-/:-@[-`{-~]/u;

const spellFirst = (text: string): string => text.replace(SPELLABLE, (char) => asEntities(char, SPELLABLE));

function spellLast(text: string): string {
  const last = Array.from(text).at(-1) ?? '';
  return text.slice(0, text.length - last.length) + spellFirst(last);
}
