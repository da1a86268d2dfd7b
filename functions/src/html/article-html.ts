import { setImmediate } from 'node:timers/promises';
import { articleTree } from '@inkwell/shared/markdown/article-tree';
import { grammarsIn, type Highlighter, withCodeColors } from '@inkwell/shared/markdown/code-colors';
import { withCodeLines } from '@inkwell/shared/markdown/code-lines';
import { hasFormulas, withFormulasInSlices } from '@inkwell/shared/markdown/formulas';
import { htmlOf } from '@inkwell/shared/markdown/html';
import { createTextCache } from '@inkwell/shared/markdown/text-cache';
import type { ReadingOptions } from '@inkwell/shared/markdown/tokens';
import type { MarkdownNode } from '@inkwell/shared/markdown/tree';
import type { SafeHtml } from '@inkwell/shared/safe-html';

/** The HTML of an article on its page: `articleTree` with coloured code and formulas. Feeds use markdown-html.ts. */
export async function articleToHtml(source: string, options?: ReadingOptions): Promise<SafeHtml> {
  const tree = await withMath(articleTree(source, options));
  const grammars = grammarsIn(tree);
  return htmlOf(withCodeLines(grammars.size > 0 ? withCodeColors(tree, await highlighter(grammars)) : tree));
}

/** Temml is loaded with the first formula, so that instances start faster. */
async function withMath(tree: readonly MarkdownNode[]): Promise<readonly MarkdownNode[]> {
  if (!hasFormulas(tree)) return tree;
  const { renderFormula } = await import('@inkwell/shared/markdown/formula-renderer');
  return withFormulasInSlices(tree, renderFormula, setImmediate, cpuMs);
}

/** CPU time rather than elapsed time, which would also count the work of others on a busy machine. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

let shared: Highlighter | undefined;

/** Loaded with the first code, so that instances start faster. */
async function highlighter(grammars: ReadonlySet<string>): Promise<Highlighter> {
  const { createHighlighter, loadGrammars } = await import('@inkwell/shared/markdown/code-highlighter');
  await loadGrammars([...grammars]);
  shared ??= cachingHighlighter(createHighlighter(), CACHED_CHARACTERS);
  return shared;
}

/** A few hundred blocks, whose nodes take a few MB. */
const CACHED_CHARACTERS = 200_000;

/** Caches coloured code, because colouring is the slowest part of rendering an article, which happens every few seconds. */
export function cachingHighlighter(highlight: Highlighter, mostCharacters: number): Highlighter {
  const known = createTextCache<readonly MarkdownNode[]>(mostCharacters);
  return (code, language) => known(`${language.grammar} ${code}`, () => highlight(code, language));
}
