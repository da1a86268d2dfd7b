import { CODE_COLOR_LIMITS } from './code-colors.ts';
import { isElement, type MarkdownElement, type MarkdownNode } from './tree.ts';

/*
 * Marked and numbered lines of code, in the notation of Docusaurus and others: ```ts {2,4-6} showLineNumbers. Only code with these options is split
 * into lines.
 */

interface Lines {
  readonly marked: readonly (readonly [from: number, to: number])[];
  readonly areNumbered: boolean;
}

const MOST_RANGES = 50;

/** The options after a language; null for none. */
export function linesIn(info: string): Lines | null {
  const list = /(?:^|\s)\{([\d,\s-]*)\}/.exec(info)?.[1] ?? '';
  const marked = list.split(',', MOST_RANGES).flatMap((range) => {
    const [, from, to = from] = /^\s*(\d{1,5})(?:\s*-\s*(\d{1,5}))?\s*$/.exec(range) ?? [];
    return from === undefined ? [] : [[Number(from), Number(to)] as const];
  });
  const areNumbered = /(?:^|\s)showLineNumbers(?:\s|$)/.test(info);
  return marked.length > 0 || areNumbered ? { marked, areNumbered } : null;
}

/** Splits code with these options into lines, after coloring. Code beyond the coloring limit does not change. */
export const withCodeLines = (nodes: readonly MarkdownNode[]): MarkdownNode[] =>
  nodes.map((node) => {
    if (!isElement(node) || !asksForLines(node)) return node;
    const lines = linesOf(node);
    return lines ? inLines(node, lines) : { ...node, children: withCodeLines(node.children) };
  });

const asksForLines = (node: MarkdownNode): boolean =>
  isElement(node) && (linesOf(node) !== null || node.children.some(asksForLines));

const linesOf = ({ tag, info, children }: MarkdownElement): Lines | null =>
  tag === 'code' && info !== undefined && lengthOf(children) <= CODE_COLOR_LIMITS.block ? linesIn(info) : null;

function inLines(code: MarkdownElement, { marked, areNumbered }: Lines): MarkdownElement {
  const isMarked = (number: number) => marked.some(([from, to]) => from <= number && number <= to);
  const children = splitLines(code.children).map((children, index): MarkdownElement => {
    const tag = isMarked(index + 1) ? 'mark' : 'span';
    return { tag, attributes: { class: 'code-line' }, children };
  });
  const className = [code.attributes.class, ...(areNumbered ? ['code-numbered'] : [])].filter(Boolean).join(' ');
  return { ...code, attributes: { ...code.attributes, ...(className && { class: className }) }, children };
}

/** The nodes of each line, with its line break. A color that spans several lines is repeated in each. */
function splitLines(nodes: readonly MarkdownNode[]): MarkdownNode[][] {
  const lines: MarkdownNode[][] = [[]];
  for (const node of nodes) {
    for (const [index, piece] of piecesOf(node).entries()) {
      if (index > 0) lines.push([]);
      if (piece !== '') lines.at(-1)?.push(piece);
    }
  }
  return lines;
}

/** The parts of a node by line: the first line, the next, and so on. */
function piecesOf(node: MarkdownNode): MarkdownNode[] {
  if (isElement(node)) return splitLines(node.children).map((children) => ({ ...node, children }));
  if (typeof node !== 'string') return [node];
  const lines = node.split('\n');
  return lines.map((line, index) => (index < lines.length - 1 ? `${line}\n` : line));
}

const lengthOf = (nodes: readonly MarkdownNode[]): number =>
  nodes.reduce(
    (sum, node) => sum + (typeof node === 'string' ? node.length : isElement(node) ? lengthOf(node.children) : 0),
    0,
  );
