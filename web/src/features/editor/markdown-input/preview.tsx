import { Suspense, useDeferredValue } from 'react';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LazyMarkdown } from '../../markdown/lazy-markdown.ts';

/** The text as readers will see it. */
export function Preview({ source, className }: { source: string; className: string }) {
  const settled = useDeferredValue(source);
  return (
    <section className={className} aria-label="Preview of the content">
      {settled.trim() === '' ? (
        <p>Nothing to preview yet.</p>
      ) : (
        <Suspense fallback={<Skeleton height="12rem" />}>
          <LazyMarkdown source={settled} />
        </Suspense>
      )}
    </section>
  );
}
