import { Suspense, useDeferredValue, useSyncExternalStore } from 'react';
import { LazyArticle } from '../../../components/markdown/lazy-markdown.ts';
import { Skeleton } from '../../../components/skeleton.tsx';
import type { Pictures } from './use-pictures.ts';

interface PreviewProps {
  readonly source: string;
  /** Whether the text has formulas. */
  readonly math: boolean;
  /** The pictures of the text. Uploads may finish while the preview is shown. */
  readonly pictures: Pick<Pictures, 'queue' | 'kept'>;
  readonly className: string;
}

/** The preview: the text as readers will see it. */
export function Preview({ source, math, pictures: { queue, kept }, className }: PreviewProps) {
  useSyncExternalStore(queue.subscribe, queue.all);
  const settled = useDeferredValue(kept(source));
  return (
    <section className={className} aria-label="Preview of the content" dir="auto">
      {settled.trim() === '' ? (
        <p>Nothing to preview yet.</p>
      ) : (
        <Suspense fallback={<Skeleton height="12rem" />}>
          <LazyArticle source={settled} math={math} />
        </Suspense>
      )}
    </section>
  );
}
