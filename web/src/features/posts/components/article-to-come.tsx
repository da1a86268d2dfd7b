import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LazyArticle } from '../../../components/markdown/lazy-markdown.ts';
import { LoadError } from '../../../components/states.tsx';
import styles from '../pages/post-page.module.css';
import { PostSkeleton } from './post-skeleton.tsx';

/** Loads the code of articles while the article itself loads, also on a page that the server rendered as unknown. */
export function useArticleCode({ isPending }: Pick<UseQueryResult, 'isPending'>): void {
  useEffect(() => {
    if (isPending) void LazyArticle.preload();
  }, [isPending]);
}

/** Shown until an article is known, and if it cannot be loaded. */
export function ArticleToCome({ query, title }: { readonly query: UseQueryResult; readonly title: string }) {
  if (query.isPending) return <PostSkeleton />;
  return (
    <div className={`container ${styles.message}`}>
      <LoadError title={title} query={query} />
    </div>
  );
}
