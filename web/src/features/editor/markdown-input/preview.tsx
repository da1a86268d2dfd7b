import { Suspense, useDeferredValue } from 'react';
import { LazyArticle } from '../../../components/markdown/lazy-markdown.ts';
import { Skeleton } from '../../../components/skeleton.tsx';

/** The text as readers will see it. */
export function Preview({ source, className }: { readonly source: string; readonly className: string }) {
  const settled = useDeferredValue(source);
  return (
    <section className={className} aria-label="Preview of the content" dir="auto">
      {settled.trim() === '' ? (
        <p>Nothing to preview yet.</p>
      ) : (
        <Suspense fallback={<Skeleton height="12rem" />}>
          <LazyArticle source={settled} />
        </Suspense>
      )}
    </section>
  );
}
