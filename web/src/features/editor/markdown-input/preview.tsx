import { lazy, Suspense, useDeferredValue } from 'react';
import { Skeleton } from '../../../components/skeleton.tsx';

const Markdown = lazy(async () => ({ default: (await import('../../markdown/markdown.tsx')).Markdown }));

/** The text as readers will see it. */
export function Preview({ source, className }: { source: string; className: string }) {
  const settled = useDeferredValue(source);
  return (
    <section className={className} aria-label="Preview of the content">
      {settled.trim() === '' ? (
        <p>Nothing to preview yet.</p>
      ) : (
        <Suspense fallback={<Skeleton height="12rem" />}>
          <Markdown source={settled} />
        </Suspense>
      )}
    </section>
  );
}
