import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LazyArticle } from '../../../components/markdown/lazy-markdown.ts';
import { LoadError } from '../../../components/states.tsx';
import styles from '../pages/post-page.module.css';
import { PostSkeleton } from './post-skeleton.tsx';

/** Shown until an article is known, and if it cannot be loaded. Meanwhile the code of articles loads. */
export function ArticleToCome({ query, title }: { readonly query: UseQueryResult; readonly title: string }) {
  useEffect(() => void LazyArticle.preload(), []);
  if (query.isPending) return <PostSkeleton />;
  return (
    <div className={`container ${styles.message}`}>
      <LoadError title={title} query={query} />
    </div>
  );
}
