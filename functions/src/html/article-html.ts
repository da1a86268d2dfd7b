import { articleTree } from '@inkwell/shared/markdown/article-tree';
import { type Highlighter, hasCodeToColor, withCodeColors } from '@inkwell/shared/markdown/code-colors';
import type { MarkdownNode } from '@inkwell/shared/markdown/tree';
import { htmlOf } from './markdown-html.ts';

/** The text of an article as its own page shows it: `articleTree` with its code in colours. Markdown of feeds is markdown-html.ts. */
export async function articleToHtml(source: string): Promise<string> {
  const tree = articleTree(source);
  return htmlOf(hasCodeToColor(tree) ? withCodeColors(tree, await highlighter()) : tree);
}

let loaded: Promise<Highlighter> | undefined;

/** Grammars are loaded with the first code, so that no instance waits for them when it starts. */
function highlighter(): Promise<Highlighter> {
  loaded ??= import('@inkwell/shared/markdown/code-highlighter').then(({ createHighlighter }) =>
    remembering(createHighlighter(), REMEMBERED_CHARACTERS),
  );
  return loaded;
}

/** Some hundred blocks, which take a few MB as nodes. */
const REMEMBERED_CHARACTERS = 200_000;

/** Colours the same code once: an article is made anew every few seconds, and its code is by far the dearest part of it. */
export function remembering(highlight: Highlighter, mostCharacters: number): Highlighter {
  const known = new Map<string, readonly MarkdownNode[]>();
  let characters = 0;
  return (code, language) => {
    const key = `${language.grammar} ${code}`;
    const nodes = known.get(key) ?? highlight(code, language);
    characters += known.delete(key) ? 0 : key.length;
    known.set(key, nodes);
    // What was not asked for longest comes first in a map whose entries are set anew with every use.
    for (const [oldest] of known) {
      if (characters <= mostCharacters) break;
      known.delete(oldest);
      characters -= oldest.length;
    }
    return nodes;
  };
}
