import { articleTree } from '@inkwell/shared/markdown/article-tree';
import { grammarsIn, type Highlighter, withCodeColors } from '@inkwell/shared/markdown/code-colors';
import { withCodeLines } from '@inkwell/shared/markdown/code-lines';
import { htmlOf } from '@inkwell/shared/markdown/html';
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
/** What `shared` colours. */
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
  const wanted = grammars.split(' ').filter(Boolean);
  /** What was loaded, as far as it could be. */
  const [tried, setTried] = useState('');
  const isMissing = tried !== grammars && wanted.some((name) => !known.has(name));

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

/** The text of an article, rendered as the server does (functions/src/html/article-html.ts). */
export function ArticleMarkdown({ source }: { readonly source: string }) {
  const root = useRef<HTMLDivElement>(null);
  useFragment(root);
  const tree = useMemo(() => articleTree(source), [source]);
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
