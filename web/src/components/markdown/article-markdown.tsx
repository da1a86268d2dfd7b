import { articleTree } from '@inkwell/shared/markdown/article-tree';
import { type Highlighter, hasCodeToColor, withCodeColors } from '@inkwell/shared/markdown/code-colors';
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

let loaded: Highlighter | null = null;
let loading: Promise<Highlighter> | null = null;

async function load(): Promise<Highlighter> {
  const { createHighlighter } = await import('@inkwell/shared/markdown/code-highlighter');
  loaded ??= createHighlighter();
  return loaded;
}

/**
 * The code highlighter, loaded after the first text that contains code. Null until then, and if loading fails, which is not reported
 * because code is readable without colours.
 */
function useHighlighter(isWanted: boolean): Highlighter | null {
  const [highlighter, setHighlighter] = useState(() => loaded);
  const isMissing = isWanted && highlighter === null;

  useEffect(() => {
    if (!isMissing) return;
    let isGone = false;
    loading ??= load().finally(() => {
      loading = null;
    });
    loading
      .then((highlight) => {
        if (!isGone) startTransition(() => setHighlighter(() => highlight));
      })
      .catch((error: unknown) => console.warn('The highlighter could not be loaded', error));
    return () => {
      isGone = true;
    };
  }, [isMissing]);

  return highlighter;
}

/** The text of an article, rendered as the server does (functions/src/html/article-html.ts). */
export function ArticleMarkdown({ source }: { readonly source: string }) {
  const root = useRef<HTMLDivElement>(null);
  useFragment(root);
  const tree = useMemo(() => articleTree(source), [source]);
  const isColorable = useMemo(() => hasCodeToColor(tree), [tree]);
  const highlight = useHighlighter(isColorable);
  const blocks = useMemo(
    () => (isColorable && highlight ? withCodeColors(tree, highlight) : tree).map((node) => htmlOf([node])),
    [tree, isColorable, highlight],
  );
  return <ArticleBody ref={root} blocks={blocks} />;
}
