import type { SafeHtml } from '@inkwell/shared/safe-html';
import { Suspense, useDeferredValue, useMemo, useRef } from 'react';
import { ErrorBoundary } from '../../../components/error-boundary.tsx';
import { ArticleBody } from '../../../components/markdown/article-body.tsx';
import { LazyArticle } from '../../../components/markdown/lazy-markdown.ts';
import { Skeleton } from '../../../components/skeleton.tsx';
import { useFirstEvent } from '../../../hooks/use-first-event.ts';
import { useRenderedText } from '../rendered-text.ts';

/** The text of an article: the server's rendering if there is one, otherwise rendered from its Markdown. */
export function ArticleText({ source, math = false }: { readonly source: string; readonly math?: boolean }) {
  // After an edit, the old text stays until the new one can be rendered.
  const shown = useDeferredValue(source);
  const html = useRenderedText(shown, math);
  return (
    <ErrorBoundary title="The text could not be shown">
      <Suspense fallback={<Skeleton height="20rem" />}>
        {html === null ? <LazyArticle source={shown} math={math} /> : <RenderedText html={html} />}
      </Suspense>
    </ErrorBoundary>
  );
}

function RenderedText({ html }: { readonly html: SafeHtml }) {
  const root = useRef<HTMLDivElement>(null);
  const blocks = useMemo(() => [html], [html]);
  // Preloads the code that the next article or an edit needs: without a wait then, and before a deploy removes the file.
  useFirstEvent(SIGNS_OF_READING, LazyArticle.preload);
  return <ArticleBody ref={root} blocks={blocks} isDeferred />;
}

const SIGNS_OF_READING = ['pointerdown', 'keydown', 'scroll'] as const;
