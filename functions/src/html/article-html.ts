import { articleTree } from '@inkwell/shared/markdown/article-tree';
import { grammarsIn, type Highlighter, withCodeColors } from '@inkwell/shared/markdown/code-colors';
import { withCodeLines } from '@inkwell/shared/markdown/code-lines';
import { htmlOf } from '@inkwell/shared/markdown/html';
import type { MarkdownNode } from '@inkwell/shared/markdown/tree';
import type { SafeHtml } from '@inkwell/shared/safe-html';

/** The HTML of an article on its page: `articleTree` with coloured code. Feeds use markdown-html.ts. */
export async function articleToHtml(source: string): Promise<SafeHtml> {
  const tree = articleTree(source);
  const grammars = grammarsIn(tree);
  return htmlOf(withCodeLines(grammars.size > 0 ? withCodeColors(tree, await highlighter(grammars)) : tree));
}

let shared: Highlighter | undefined;

/** Loaded with the first code, so that instances start faster. */
async function highlighter(grammars: ReadonlySet<string>): Promise<Highlighter> {
  const { createHighlighter, loadGrammars } = await import('@inkwell/shared/markdown/code-highlighter');
  await loadGrammars([...grammars]);
  shared ??= cachingHighlighter(createHighlighter(), CACHED_CHARACTERS);
  return shared;
}

/** Some hundred blocks, whose nodes take a few MB. */
const CACHED_CHARACTERS = 200_000;

/** Caches coloured code, because colouring is the slowest part of rendering an article, which happens every few seconds. */
export function cachingHighlighter(highlight: Highlighter, mostCharacters: number): Highlighter {
  const known = new Map<string, readonly MarkdownNode[]>();
  let characters = 0;
  return (code, language) => {
    const key = `${language.grammar} ${code}`;
    const nodes = known.get(key) ?? highlight(code, language);
    characters += known.delete(key) ? 0 : key.length;
    known.set(key, nodes);
    // Entries are reinserted with every use, so the least recently used come first.
    for (const [oldest] of known) {
      if (characters <= mostCharacters) break;
      known.delete(oldest);
      characters -= oldest.length;
    }
    return nodes;
  };
}
