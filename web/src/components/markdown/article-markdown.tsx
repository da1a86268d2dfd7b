import { articleTree } from '@inkwell/shared/markdown/article-tree';
import { grammarsIn, type Highlighter, withCodeColors } from '@inkwell/shared/markdown/code-colors';
import { withCodeLines } from '@inkwell/shared/markdown/code-lines';
import { FORMULA_LIMITS, type FormulaRenderer, hasFormulas, withFormulas } from '@inkwell/shared/markdown/formulas';
import { htmlOf } from '@inkwell/shared/markdown/html';
import type { MarkdownNode } from '@inkwell/shared/markdown/tree';
import { type RefObject, startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ArticleBody } from './article-body.tsx';

/**
 * Scrolls to the fragment of the address once the text is rendered. After a navigation within the app, the router could not find
 * the element yet and scrolled to the top. Does nothing if the reader has scrolled down.
 */
function useFragment(root: RefObject<HTMLElement | null>): void {
  const { hash } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser handles later fragments
  useLayoutEffect(() => {
    if (hash === '' || window.scrollY > 0) return;
    const places = [...(root.current?.querySelectorAll('[id]') ?? [])];
    places.find(({ id }) => hash === `#${id}` || hash === `#${encodeURIComponent(id)}`)?.scrollIntoView();
  }, []);
}

let shared: Highlighter | null = null;
/** What `shared` can highlight. */
const known = new Set<string>();

async function load(grammars: readonly string[]): Promise<void> {
  const { createHighlighter, loadGrammars } = await import('@inkwell/shared/markdown/code-highlighter');
  for (const name of await loadGrammars(grammars)) known.add(name);
  shared ??= createHighlighter();
}

/**
 * The code highlighter, loaded after the first text that contains code of these grammars. Null until then, and if loading fails, which is
 * not reported because code is readable without colours.
 * @param grammars joined by spaces
 */
function useHighlighter(grammars: string): Highlighter | null {
  const requested = grammars.split(' ').filter(Boolean);
  /** The code that has loaded, possibly only part of it. */
  const [tried, setTried] = useState('');
  const isMissing = tried !== grammars && requested.some((name) => !known.has(name));

  useEffect(() => {
    if (!isMissing) return;
    let isGone = false;
    load(grammars.split(' '))
      .then(() => {
        if (!isGone) startTransition(() => setTried(grammars));
      })
      .catch((error: unknown) => console.warn('The highlighter could not be loaded', error));
    return () => {
      isGone = true;
    };
  }, [grammars, isMissing]);

  return isMissing ? null : shared;
}

let renderFormula: FormulaRenderer | null = null;

/** Renders formulas, loaded after the first text that contains some. Null until then and if loading fails: formulas then show their source. */
function useFormulas(isNeeded: boolean): FormulaRenderer | null {
  const [, setLoaded] = useState(false);
  useEffect(() => {
    if (!isNeeded || renderFormula) return;
    import('@inkwell/shared/markdown/formula-renderer')
      .then((loaded) => {
        renderFormula = loaded.renderFormula;
        startTransition(() => setLoaded(true));
      })
      .catch((error: unknown) => console.warn('Formulas could not be loaded', error));
  }, [isNeeded]);
  return isNeeded ? renderFormula : null;
}

/** The nodes with rendered formulas; if time runs out, the rest a moment later. */
function useWithFormulas(nodes: readonly MarkdownNode[], render: FormulaRenderer | null): readonly MarkdownNode[] {
  const [slice, setSlice] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next slice renders more
  const shown = useMemo(() => (render ? withFormulas(nodes, render) : { nodes, isCut: false }), [nodes, render, slice]);
  useEffect(() => {
    if (!shown.isCut || slice >= FORMULA_LIMITS.slices) return;
    const timer = setTimeout(() => startTransition(() => setSlice(slice + 1)));
    return () => clearTimeout(timer);
  }, [shown, slice]);
  return shown.nodes;
}

interface ArticleMarkdownProps {
  readonly source: string;
  /** Whether the text has formulas. */
  readonly math?: boolean;
}

/** The text of an article, rendered as the server does (functions/src/html/article-html.ts). */
export function ArticleMarkdown({ source, math = false }: ArticleMarkdownProps) {
  const root = useRef<HTMLDivElement>(null);
  useFragment(root);
  const text = useMemo(() => articleTree(source, { math }), [source, math]);
  const formulas = useFormulas(math && hasFormulas(text));
  const tree = useWithFormulas(text, formulas);
  const grammars = useMemo(() => [...grammarsIn(tree)].join(' '), [tree]);
  const highlight = useHighlighter(grammars);
  const blocks = useMemo(
    () =>
      withCodeLines(grammars !== '' && highlight ? withCodeColors(tree, highlight) : tree).map((node) =>
        htmlOf([node]),
      ),
    [tree, grammars, highlight],
  );
  return <ArticleBody ref={root} blocks={blocks} />;
}
