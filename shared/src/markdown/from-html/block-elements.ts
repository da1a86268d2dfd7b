import type { ReportReason } from '../../imports.ts';
import type { Align, Block, Item } from './blocks.ts';
import { type Converting, embedAddress, REMARKS } from './converting.ts';
import { isBlock, marksOf, runsOf } from './inline-elements.ts';
import { figureBlocks, frameBlocks, mediaBlocks, paragraph, quoteBlocks } from './media-elements.ts';
import {
  elementsIn,
  findElement,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  isElement,
  lineOf,
  wordsOf,
} from './nodes.ts';
import { collapsed, NO_MARKS, type Run } from './runs.ts';

/** More deeply nested lists and quotes are placed after their parent, because the product would show them as typed. */
const MAX_NESTING = 12;

type Marks = typeof NO_MARKS;

/** The blocks of HTML. Marks of inline elements around blocks are moved to the words inside. */
export const htmlBlocks = (nodes: readonly HtmlNode[], converting: Converting): Block[] =>
  blocksOf(nodes, converting, NO_MARKS);

function blocksOf(nodes: readonly HtmlNode[], converting: Converting, marks: Marks): Block[] {
  const blocks: Block[] = [];
  let line: HtmlNode[] = [];
  const flush = () => {
    blocks.push(...lineBlocks(runsOf(line, converting, marks)));
    line = [];
  };
  for (const node of nodes) {
    if (!isElement(node) || !isBlock(node)) line.push(node);
    else if (isNote(node, converting)) flush();
    else {
      flush();
      blocks.push(...elementBlocks(node, converting, marks));
    }
  }
  flush();
  return blocks;
}

const isEmpty = (run: Run): boolean => run.is === 'break' || (run.is === 'text' && /^[\s\u00a0]*$/.test(run.text));

/** Converts words to paragraphs. Two breaks end one; pictures without words become separate paragraphs, and so do addresses. */
function lineBlocks(runs: readonly Run[]): Block[] {
  const parts: Run[][] = [[]];
  let isAfterBreak = false;
  for (const run of runs) {
    if (run.is === 'break' && isAfterBreak) parts.push([]);
    else parts.at(-1)?.push(run);
    if (run.is !== 'text' || run.text.trim() !== '') isAfterBreak = run.is === 'break';
  }
  return parts.flatMap((part) => {
    const words = part.filter((run) => !isEmpty(run));
    if (words.length === 0) return [];
    if (words.every((run) => run.is === 'picture'))
      return words.map((run): Block => ({ is: 'paragraph', runs: [run] }));
    const address = loneAddress(collapsed(part));
    return address === null ? paragraph(part) : [{ is: 'address', address: embedAddress(address) }];
  });
}

/** The address of a paragraph with no other content. */
function loneAddress(runs: readonly Run[]): string | null {
  const [run, ...others] = runs;
  if (run?.is !== 'text' || others.length > 0) return null;
  const words = run.text.trim();
  if (!/^https?:\/\/[^\s<>"]{4,1900}$/.test(words) || !URL.canParse(words)) return null;
  return run.href === null || run.href === words || run.href === new URL(words).href ? words : null;
}

function elementBlocks(node: HtmlElement, converting: Converting, marks: Marks): Block[] {
  const { tag, attributes, children } = node;
  const { remark } = converting;
  const inner = (): Block[] => blocksOf(children, converting, marksOf(node, marks, converting));
  switch (tag) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return headingBlocks(Number(tag[1]), runsOf(children, converting, marks));
    case 'ul':
    case 'ol':
    case 'menu':
    case 'dir':
      return converting.depth > MAX_NESTING || isGallery(node) ? inner() : listBlocks(node, converting);
    case 'dl':
      return definitionBlocks(node, converting);
    case 'blockquote':
      return converting.depth > MAX_NESTING ? inner() : quoteBlocks(node, converting);
    case 'pre':
    case 'listing':
    case 'xmp':
    case 'plaintext':
      return codeBlocks(node, converting);
    case 'table':
      return tableBlocks(node, converting);
    case 'hr':
      return isNotes(node, converting) ? [] : [{ is: 'rule' }];
    case 'section':
    case 'aside':
    case 'div':
      return isNotes(node, converting) ? inner().filter(({ is }) => is !== 'rule') : inner();
    case 'figure':
      return figureBlocks(node, converting);
    case 'iframe':
    case 'frame':
    case 'embed':
      return frameBlocks(node, converting);
    case 'object':
      return findElement(children, ({ tag: other }) => other === 'embed' || other === 'iframe') ||
        children.some((child) => lineOf([child]) !== '')
        ? inner()
        : frameBlocks(node, converting);
    case 'video':
    case 'audio':
      return mediaBlocks(node, converting);
    case 'details':
      remark('no-equal', REMARKS.folded);
      return inner();
    case 'summary':
      return paragraph(runsOf(children, converting, { ...marks, isStrong: true }));
    case 'form':
    case 'select':
    case 'textarea':
      remark('no-equal', REMARKS.form);
      return inner();
    case 'noscript':
      // Repeats content that a script loads later and that was already converted.
      return findElement(children, (other) => other.tag === 'iframe') ? inner() : [];
    case 'canvas':
      remark('no-equal', REMARKS.drawing);
      return inner();
    case '#markdown':
      return converting.markdownOf(attributes.text ?? '', converting);
    case '#address': {
      const address = embedAddress(attributes.address ?? '');
      const caption: Run[] = [{ ...NO_MARKS, isEmphasized: true, is: 'text', text: attributes.caption ?? '' }];
      return [{ is: 'address', address }, ...(attributes.caption ? paragraph(caption) : [])];
    }
    case '#remark':
      remark((attributes.reason ?? 'no-equal') as ReportReason, attributes.text ?? '', attributes.address ?? null);
      return [];
    default:
      return inner();
  }
}

/** Pictures in a heading follow it. */
function headingBlocks(level: number, runs: readonly Run[]): Block[] {
  const pictures = runs.filter(({ is }) => is === 'picture');
  const words = collapsed(runs.filter(({ is }) => is !== 'picture')).map((run) => ({ ...run, isStrong: false }));
  const heading: Block[] = words.every(isEmpty) ? [] : [{ is: 'heading', level, runs: words }];
  return [...heading, ...pictures.map((run): Block => ({ is: 'paragraph', runs: [run] }))];
}

function listBlocks(node: HtmlElement, converting: Converting): Block[] {
  const inList = { ...converting, depth: converting.depth + 1 };
  const items: { task: boolean | null; blocks: Block[] }[] = [];
  for (const child of node.children) {
    if (isElement(child) && child.tag === 'li') {
      if (isNote(child, converting)) continue;
      const box = findElement(
        child.children,
        ({ tag, attributes }) => tag === 'input' && attributes.type === 'checkbox',
      );
      items.push({ task: box ? 'checked' in box.attributes : null, blocks: htmlBlocks(child.children, inList) });
      continue;
    }
    const more = htmlBlocks([child], inList);
    const last = items.at(-1);
    if (last) for (const block of more) last.blocks.push(block);
    else if (more.length > 0) items.push({ task: null, blocks: more });
  }
  const filled = items.filter(({ blocks }) => blocks.length > 0);
  if (filled.length === 0) return [];
  const start = Number(node.attributes.start ?? 1);
  return [
    {
      is: 'list',
      start: node.tag === 'ol' ? (Number.isInteger(start) && start >= 0 ? start : 1) : null,
      items: filled,
    },
  ];
}

/** Lists whose items are pictures. */
const isGallery = ({ attributes }: HtmlElement): boolean => /(?:blocks|wp-block)-gallery/.test(attributes.class ?? '');

/** The place below a text where its notes stood, or the line above it. */
const isNotes = (node: HtmlElement, { notes }: Converting): boolean =>
  notes.size > 0 && (node.attributes.role === 'doc-endnotes' || /footnotes/.test(node.attributes.class ?? ''));

/** The text of a note, which is added after the text. */
export const isNote = ({ attributes }: HtmlElement, { notes }: Converting): boolean => notes.has(attributes.id ?? '');

function definitionBlocks(node: HtmlElement, converting: Converting): Block[] {
  const inList = { ...converting, depth: converting.depth + 1 };
  const blocks: Block[] = [];
  /** The items of the last block, if it is a list. */
  let items: Item[] | null = null;
  const parts = node.children.flatMap((child) => (isElement(child) && child.tag === 'div' ? child.children : [child]));
  for (const child of parts) {
    if (!isElement(child) || (child.tag !== 'dt' && child.tag !== 'dd')) {
      const stray = htmlBlocks([child], converting);
      if (stray.length > 0) items = null;
      blocks.push(...stray);
      continue;
    }
    if (child.tag === 'dt') {
      const words = paragraph(runsOf(child.children, converting, { ...NO_MARKS, isStrong: true }));
      if (words.length > 0) items = null;
      blocks.push(...words);
    }
    const inner = child.tag === 'dd' ? htmlBlocks(child.children, inList) : [];
    if (inner.length === 0) continue;
    if (items === null) {
      items = [];
      blocks.push({ is: 'list', start: null, items });
    }
    items.push({ task: null, blocks: inner });
  }
  return blocks;
}

const LANGUAGE = /(?:^|\s)(?:language-|lang-|lang:|brush:\s*|highlight-source-|src-)([\w+#.-]{1,30})/;

function codeBlocks(node: HtmlElement, converting: Converting): Block[] {
  const code = findElement(node.children, ({ tag }) => tag === 'code');
  const names = [node, ...(code ? [code] : [])].map(({ attributes }) => attributes.class ?? '');
  const language =
    names.map((name) => LANGUAGE.exec(name)?.[1]).find((name) => name) ??
    node.attributes['data-language'] ??
    node.attributes['data-lang'] ??
    node.attributes.lang ??
    '';
  if (hasClass(node, 'wp-block-verse')) return paragraph(verseRuns(runsOf(node.children, converting)));
  const pictures = [...elementsIn(node.children)].filter(({ tag }) => tag === 'img');
  const text = linesOf(node.children).replace(/\r\n?/g, '\n').replace(/^\n/, '');
  const shown = pictures.flatMap((picture) => htmlBlocks([picture], converting));
  return text.trim() === '' ? shown : [{ is: 'code', language, text }, ...shown];
}

/** The words of code. Each line may be an element. */
const linesOf = (nodes: readonly HtmlNode[]): string =>
  nodes
    .map((node, n) => {
      if (!isElement(node) || node.tag === 'br') return wordsOf([node]);
      const line = linesOf(node.children);
      return /^(?:div|p|li)$/.test(node.tag) && n < nodes.length - 1 && !line.endsWith('\n') ? `${line}\n` : line;
    })
    .join('');

/** Lines of a poem. */
const verseRuns = (runs: readonly Run[]): Run[] =>
  runs.flatMap((run): Run[] =>
    run.is !== 'text'
      ? [run]
      : run.text
          .split('\n')
          .flatMap((text, n): Run[] => [...(n > 0 ? [{ ...run, is: 'break' as const }] : []), { ...run, text }]),
  );

const MAX_COLUMNS = 60;
const isCell = (node: HtmlNode): node is HtmlElement => isElement(node) && (node.tag === 'td' || node.tag === 'th');

/** The rows of a table, without those of nested tables. */
function rowsOf(nodes: readonly HtmlNode[]): HtmlElement[] {
  return nodes.filter(isElement).flatMap((node) => {
    if (node.tag === 'tr') return [node];
    return ['thead', 'tbody', 'tfoot'].includes(node.tag) ? rowsOf(node.children) : [];
  });
}

function tableBlocks(node: HtmlElement, converting: Converting): Block[] {
  const rows = rowsOf(node.children);
  const cellsOf = (row: HtmlElement) => row.children.filter(isCell);
  const hasHead = rows[0] !== undefined && cellsOf(rows[0]).every(({ tag }) => tag === 'th');
  const isLayout =
    (!hasHead && rows.every((row) => cellsOf(row).length < 2)) ||
    findElement(node.children, ({ tag }) => tag === 'table');
  const others = node.children.filter((child) => isElement(child) && child.tag === 'caption');
  const before = others.flatMap((child) => paragraph(runsOf([child], converting, { ...NO_MARKS, isEmphasized: true })));
  const stray = strayOf(node.children).flatMap((child) => htmlBlocks([child], converting));
  if (isLayout) {
    return [
      ...before,
      ...stray,
      ...rows.flatMap((row) =>
        row.children.flatMap((cell) => (isElement(cell) ? htmlBlocks(cell.children, converting) : [])),
      ),
    ];
  }
  const aligns: Align[] = [];
  const made = rows.map((row, index) => {
    const cells: Run[][] = [];
    for (const cell of cellsOf(row)) {
      const isHeading = cell.tag === 'th' && !(hasHead && index === 0);
      aligns[cells.length] ??= alignOf(cell);
      cells.push(cellRuns(cell, converting, isHeading));
      const span = Math.min(Number(cell.attributes.colspan) || 1, MAX_COLUMNS);
      for (let more = 1; more < span; more += 1) cells.push([]);
    }
    return cells.slice(0, MAX_COLUMNS).concat(cells.length > MAX_COLUMNS ? [cells.slice(MAX_COLUMNS).flat()] : []);
  });
  return [...before, ...stray, { is: 'table', rows: hasHead ? made : [[], ...made], aligns }];
}

/** Content of a table outside its cells. */
const strayOf = (nodes: readonly HtmlNode[]): HtmlNode[] =>
  nodes.flatMap((node) => {
    if (!isElement(node)) return node.trim() === '' ? [] : [node];
    if (['thead', 'tbody', 'tfoot', 'tr'].includes(node.tag)) return strayOf(node.children);
    return ['td', 'th', 'caption', 'colgroup', 'col'].includes(node.tag) ? [] : [node];
  });

function alignOf({ attributes }: HtmlElement): Align {
  const given =
    /text-align:\s*(left|center|right)/.exec(attributes.style ?? '')?.[1] ??
    /has-text-align-(left|center|right)/.exec(attributes.class ?? '')?.[1] ??
    attributes.align;
  return given === 'left' || given === 'center' || given === 'right' ? given : null;
}

/** A cell is one line. Frames and files in it become links after the words. */
function cellRuns(cell: HtmlElement, converting: Converting, isHeading: boolean): Run[] {
  const media = [...elementsIn(cell.children)].filter(({ tag }) => ['iframe', 'video', 'audio', 'embed'].includes(tag));
  const links = media
    .flatMap((node) => htmlBlocks([node], converting))
    .flatMap((block): Run[] => {
      if (block.is === 'address') return [{ ...NO_MARKS, is: 'text', text: ` ${block.address}` }];
      return block.is === 'paragraph' ? [{ ...NO_MARKS, is: 'text', text: ' ' }, ...block.runs] : [];
    });
  return [...runsOf(cell.children, converting, { ...NO_MARKS, isStrong: isHeading }), ...links];
}
