import { type CodeLanguage, codeLanguage } from './code-languages.ts';
import type { MarkdownElement, MarkdownNode } from './tree.ts';

/**
 * Characters of code that are coloured, in one line, one block and a whole text; the rest is shown as it is. Usual code takes
 * 1 to 2 ms for 1,000 of them, but some grammars take time with the square of a text that was made to be slow, or of a line
 * that a machine wrote.
 */
export const CODE_COLOR_LIMITS = { line: 1_000, block: 6_000, text: 20_000 } as const;

/** What code is made of, as nodes whose texts together are the code. */
export type Highlighter = (code: string, language: CodeLanguage) => readonly MarkdownNode[];

interface CodeBlock {
  readonly code: string;
  readonly language: CodeLanguage;
}

/** Whether any code of `nodes` is to be coloured, so that the grammars are worth loading. */
export const hasCodeToColor = (nodes: readonly MarkdownNode[]): boolean =>
  nodes.some((node) => isElement(node) && (blockOf(node) !== null || hasCodeToColor(node.children)));

/** The same nodes with the code of known languages in colours, as far as the limits reach. */
export function withCodeColors(nodes: readonly MarkdownNode[], highlight: Highlighter): MarkdownNode[] {
  let left: number = CODE_COLOR_LIMITS.text;

  function colored(node: MarkdownNode): MarkdownNode {
    if (!isElement(node) || !hasCodeToColor([node])) return node;
    const block = blockOf(node);
    if (block === null) return { ...node, children: node.children.map(colored) };
    if (block.code.length > left) return node;
    left -= block.code.length;
    return { ...node, children: highlight(block.code, block.language) };
  }

  return nodes.map(colored);
}

const isElement = (node: MarkdownNode): node is MarkdownElement => typeof node === 'object' && 'tag' in node;

const LANGUAGE_CLASS = /^language-(.+)$/;

/** What a `code` element with a known language holds; null for all else. Code in a line has no class. */
function blockOf({ tag, attributes, children }: MarkdownElement): CodeBlock | null {
  const name = tag === 'code' ? LANGUAGE_CLASS.exec(attributes.class ?? '')?.[1] : undefined;
  const [code] = children;
  if (name === undefined || typeof code !== 'string' || isTooLong(code)) return null;
  const language = codeLanguage(name);
  return language && { code, language };
}

const isTooLong = (code: string): boolean =>
  code.length > CODE_COLOR_LIMITS.block || code.split('\n').some((line) => line.length > CODE_COLOR_LIMITS.line);
