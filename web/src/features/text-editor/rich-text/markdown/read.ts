import type { MarkdownToken, MarkdownTokenOf } from '@inkwell/shared/markdown/blocks';
import { decodeEntities } from '@inkwell/shared/markdown/entities';
import { takeNotes } from '@inkwell/shared/markdown/footnotes';
import { isFormula } from '@inkwell/shared/markdown/formula-syntax';
import { noteSigns } from '@inkwell/shared/markdown/note-labels';
import { parseMarkdown, standardTokens } from '@inkwell/shared/markdown/tokens';
import { Fragment, type Mark, type Node, type Schema } from '@tiptap/pm/model';

/** Thrown for Markdown that the schema cannot express; the whole block is then shown as source. */
class Inexpressible extends Error {
  override readonly name = 'Inexpressible';
}

const LINE_END = /[ \t]*\n[ \t]*/;

type Tokens = Parameters<typeof standardTokens>[0];

interface Reader {
  readonly schema: Schema;
  /** Whether underscores are literal, as in a pasted text, and not signs of emphasis. */
  readonly keepsUnderscores?: boolean;
  /** Whether the text has formulas. */
  readonly math?: boolean;
}

/** The node for a block of the parser; null if the schema cannot express it. */
export function readBlock(schema: Schema, token: MarkdownToken, options?: Omit<Reader, 'schema'>): Node | null {
  try {
    const reader = { schema, ...options };
    // Notes can begin only in top-level paragraphs.
    const node = token.type === 'paragraph' ? paragraph(reader, token.tokens, 'begins') : block(reader, token);
    node.check();
    if (node.children.some(({ attrs }) => attrs.isNote) && hasBlockInNote(token)) return null;
    return node;
  } catch (error) {
    if (error instanceof Inexpressible || error instanceof RangeError) return null;
    throw error;
  }
}

const blocksOf = (source: string) => standardTokens(parseMarkdown(source));

/** Whether readers see more than text in a note, such as a list in `[^1]: 1. Kings`. */
const hasBlockInNote = (token: MarkdownToken): boolean =>
  [...takeNotes([token], blocksOf).notes.values()].flat().some(({ type }) => type !== 'paragraph' && type !== 'space');

/** The tokens of a line as content of a paragraph. @throws Inexpressible */
export const readInline = (schema: Schema, tokens: Tokens): Node[] => merged(inline({ schema }, tokens, []));

function make(
  { schema }: Reader,
  type: string,
  attrs: Record<string, unknown>,
  content?: readonly Node[] | Node,
): Node {
  const nodeType = schema.nodes[type];
  if (!nodeType) throw new Inexpressible(type);
  const children = content === undefined ? [] : Array.isArray(content) ? content : [content as Node];
  return nodeType.createChecked(attrs, Fragment.from(children as Node[]));
}

function block(reader: Reader, token: MarkdownToken): Node {
  switch (token.type) {
    case 'paragraph':
      return paragraph(reader, token.tokens);
    case 'heading':
      return make(reader, 'heading', { level: token.depth }, merged(inline(reader, token.tokens, [])));
    case 'blockquote':
      return make(reader, 'blockquote', {}, orEmpty(reader, blocks(reader, token.tokens)));
    case 'code':
      if (isFormula(token)) throw new Inexpressible('formula');
      return make(reader, 'codeBlock', { language: token.lang || null }, plain(reader, codeOf(token)));
    case 'hr':
      return make(reader, 'horizontalRule', {});
    case 'list':
      return list(reader, token);
    case 'table':
      return table(reader, token);
    default:
      throw new Inexpressible(token.type);
  }
}

/** At the end of a text, the parser includes blank lines after indented code in the code. */
const codeOf = ({ text, codeBlockStyle }: MarkdownTokenOf<'code'>): string =>
  codeBlockStyle === 'indented' ? text.replace(/\n+$/, '') : text;

const orEmpty = (reader: Reader, nodes: Node[]): Node[] => (nodes.length > 0 ? nodes : [make(reader, 'paragraph', {})]);

const plain = ({ schema }: Reader, text: string): Node[] => (text === '' ? [] : [schema.text(text)]);

const paragraph = (reader: Reader, tokens: Tokens, place?: NotePlace): Node =>
  make(reader, 'paragraph', {}, merged(inline(reader, tokens, [], place)));

function blocks(reader: Reader, tokens: Tokens): Node[] {
  return standardTokens(tokens)
    .filter(({ type }) => type !== 'space')
    .map((token) => block(reader, token));
}

function list(reader: Reader, token: MarkdownTokenOf<'list'>): Node {
  const tasks = token.items.filter(({ task }) => task).length;
  if (tasks > 0 && (tasks < token.items.length || token.ordered)) throw new Inexpressible('list of both kinds');
  const [type, itemType] =
    tasks > 0 ? ['taskList', 'taskItem'] : [token.ordered ? 'orderedList' : 'bulletList', 'listItem'];
  const items = token.items.map((item) =>
    make(reader, itemType, item.task ? { checked: item.checked ?? false } : {}, itemContent(reader, item.tokens)),
  );
  const first = token.raw.trimStart();
  const sign = token.ordered ? (/^\d+([.)])/.exec(first)?.[1] ?? '.') : (first[0] ?? '-');
  const start = token.ordered && typeof token.start === 'number' ? { start: token.start } : {};
  return make(reader, type, { isLoose: token.loose, sign, ...start }, items);
}

/** The content of an item. The first line of a tight item is not a paragraph for the parser. */
function itemContent(reader: Reader, tokens: Tokens): Node[] {
  const nodes: Node[] = [];
  for (const token of standardTokens(tokens)) {
    if (token.type === 'space' || token.type === 'checkbox') continue;
    if (token.type === 'text') nodes.push(paragraph(reader, token.tokens ?? [token]));
    else nodes.push(block(reader, token));
  }
  if (nodes[0]?.type.name !== 'paragraph') nodes.unshift(make(reader, 'paragraph', {}));
  return nodes;
}

function table(reader: Reader, token: MarkdownTokenOf<'table'>): Node {
  const row = (type: string, cells: MarkdownTokenOf<'table'>['header']) =>
    make(
      reader,
      'tableRow',
      {},
      cells.map((cell) => make(reader, type, { align: cell.align }, paragraph(reader, cell.tokens))),
    );
  return make(reader, 'table', {}, [
    row('tableHeader', token.header),
    ...token.rows.map((cells) => row('tableCell', cells)),
  ]);
}

type NotePlace = Parameters<typeof noteSigns>[1];

function inline(reader: Reader, tokens: Tokens, marks: readonly Mark[], place: NotePlace = 'nested'): Node[] {
  const all = standardTokens(tokens);
  return all.flatMap((token, at) => {
    const continues = at > 0 && all[at - 1]?.type !== 'br';
    return inlineNodes(reader, token, marks, continues && place === 'begins' ? 'continues' : place);
  });
}

function inlineNodes(reader: Reader, token: MarkdownToken, marks: readonly Mark[], place: NotePlace): Node[] {
  const within = (name: string, attrs?: Record<string, unknown>) => {
    const mark = reader.schema.mark(name, attrs);
    return inline(reader, 'tokens' in token ? token.tokens : undefined, mark.addToSet(marks));
  };
  const emphasis = (name: string, sign: string) => {
    if (!reader.keepsUnderscores || !token.raw.startsWith('_')) return within(name);
    const signs = words(reader, sign, marks);
    return [...signs, ...inline(reader, 'tokens' in token ? token.tokens : undefined, marks), ...signs];
  };
  switch (token.type) {
    case 'text':
      if (token.tokens) return inline(reader, token.tokens, marks);
      return token.escaped ? words(reader, token.text, marks) : wordsAndNotes(reader, token.text, marks, place);
    case 'escape':
      // Without its backslash, the sign could begin a formula.
      if (reader.math && token.text === '$') throw new Inexpressible('escaped sign');
      return words(reader, token.text, marks);
    case 'html':
      return words(reader, token.text, marks);
    case 'strong':
      return emphasis('bold', '__');
    case 'em':
      return emphasis('italic', '_');
    case 'del':
      return within('strike');
    case 'codespan':
      // Formulas are plain text, which is written unchanged (write-inline.ts).
      if (isFormula(token)) {
        if (token.text.includes('\n')) throw new Inexpressible('formula of several lines');
        return [reader.schema.text(token.text, marks)];
      }
      return token.text === ''
        ? []
        : [reader.schema.text(token.text.replaceAll('\n', ' '), reader.schema.mark('code').addToSet(marks))];
    case 'br':
      return [make(reader, 'hardBreak', {}).mark(marks)];
    case 'link':
      return within('link', {
        href: decodeEntities(token.href),
        title: token.title ? decodeEntities(token.title) : null,
      });
    case 'image': {
      const title = token.title ? decodeEntities(token.title) : null;
      return [
        make(reader, 'picture', { src: decodeEntities(token.href), alt: decodeEntities(token.text), title }).mark(
          marks,
        ),
      ];
    }
    case 'checkbox':
      return [];
    default:
      throw new Inexpressible(token.type);
  }
}

/** Text with the signs of notes, which a link cannot contain. */
function wordsAndNotes(reader: Reader, text: string, marks: readonly Mark[], place: NotePlace): Node[] {
  const isInLink = marks.some(({ type }) => type.name === 'link');
  return (isInLink ? [text] : noteSigns(text, place)).flatMap((part) =>
    typeof part === 'string'
      ? words(reader, decodeEntities(part), marks)
      : make(reader, 'noteSign', { ...part }).mark(marks),
  );
}

/** Text in which line ends become spaces with the mark `lineEnd`. */
function words({ schema }: Reader, text: string, marks: readonly Mark[]): Node[] {
  const lines = text.split(LINE_END);
  return lines.flatMap((line, index) => [
    ...(index > 0 ? [schema.text(' ', schema.mark('lineEnd').addToSet(marks))] : []),
    ...(line === '' ? [] : [schema.text(line, marks)]),
  ]);
}

/** Joins adjacent texts with the same marks, as every document does. */
function merged(nodes: readonly Node[]): Node[] {
  return [...Fragment.fromArray([...nodes]).content];
}
