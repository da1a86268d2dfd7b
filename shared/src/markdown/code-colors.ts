import { type CodeLanguage, codeLanguage } from './code-languages.ts';
import { isElement, type MarkdownElement, type MarkdownNode } from './tree.ts';

/**
 * The maximum number of characters that are colored in a line, a block and a text; the rest is shown without colors. Normal code takes 1 to 2 ms per
 * 1,000 characters, but for minified or malicious code the time of some grammars grows quadratically.
 */
export const CODE_COLOR_LIMITS = { line: 1_000, block: 6_000, slowBlock: 3_000, text: 20_000 } as const;

/** Grammars in which each word or space may begin a construct, whose end they search for up to the end of the block. */
const SLOW_GRAMMARS = new Set(['arduino', 'c', 'cpp', 'csharp', 'ini', 'matlab', 'nix']);

/** Splits code into colored nodes whose joined texts are the code. */
export type Highlighter = (code: string, language: CodeLanguage) => readonly MarkdownNode[];

interface CodeBlock {
  readonly code: string;
  readonly language: CodeLanguage;
}

/** The grammars for the code in `nodes`. */
export const grammarsIn = (nodes: readonly MarkdownNode[]): ReadonlySet<string> =>
  new Set(nodes.filter(isElement).flatMap((node) => blockOf(node)?.language.grammar ?? [...grammarsIn(node.children)]));

const hasCode = (node: MarkdownNode): boolean =>
  isElement(node) && (blockOf(node) !== null || node.children.some(hasCode));

/** Colors the code of known languages, within the limits. */
export function withCodeColors(nodes: readonly MarkdownNode[], highlight: Highlighter): MarkdownNode[] {
  let left: number = CODE_COLOR_LIMITS.text;

  function colored(node: MarkdownNode): MarkdownNode {
    if (!isElement(node) || !hasCode(node)) return node;
    const block = blockOf(node);
    if (block === null) return { ...node, children: node.children.map(colored) };
    if (block.code.length > left) return node;
    left -= block.code.length;
    return { ...node, children: highlight(block.code, block.language) };
  }

  return nodes.map(colored);
}

const LANGUAGE_CLASS = /^language-(.+)$/;

/** The code and grammar of a `code` element with a known language; else null. Inline code has no class. */
function blockOf({ tag, attributes, children }: MarkdownElement): CodeBlock | null {
  const name = tag === 'code' ? LANGUAGE_CLASS.exec(attributes.class ?? '')?.[1] : undefined;
  const [code] = children;
  if (name === undefined || typeof code !== 'string') return null;
  const language = codeLanguage(name);
  return language && !isTooLong(code, language) ? { code, language } : null;
}

function isTooLong(code: string, { grammar }: CodeLanguage): boolean {
  const { line: longest, block, slowBlock } = CODE_COLOR_LIMITS;
  const most = SLOW_GRAMMARS.has(grammar) ? slowBlock : block;
  return code.length > most || code.split('\n').some((line) => line.length > longest);
}
