import { lineBack } from '@inkwell/shared/reading-icons';
import { slugify } from '@inkwell/shared/slug';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { ButtonLink } from '../../../components/button.tsx';
import { ErrorBoundary } from '../../../components/error-boundary.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { EmptyState, StaleBanner } from '../../../components/states.tsx';
import { useBelowFold } from '../../../hooks/use-below-fold.ts';
import { useCurrentAddress } from '../../../hooks/use-current-address.ts';
import { useServerAnswer } from '../../../hooks/use-server-answer.ts';
import { refetchUnlessServed } from '../../../lib/hydrate.ts';
import { paths } from '../../../lib/paths.ts';
import { CONTINUED } from '../../../lib/route-handles.ts';
import { useViewer } from '../../../lib/session.tsx';
import { useUnknown } from '../../../lib/unknown-address.ts';
import { LazyComments } from '../../comments/lazy-comments.ts';
import { NewsletterSignup } from '../../newsletter/components/newsletter-signup.tsx';
import { useCommentCount } from '../api/mutations.ts';
import { postQueries } from '../api/queries.ts';
import { ArticleToCome, useArticleCode } from '../components/article-to-come.tsx';
import { Meant } from '../components/meant.tsx';
import { NewestPosts } from '../components/newest-posts.tsx';
import { NextInSeries } from '../components/next-in-series.tsx';
import { PostArticle } from '../components/post-article.tsx';
import { PostSkeleton } from '../components/post-skeleton.tsx';
import { SimilarPosts } from '../components/similar-posts.tsx';
import { useViewBeacon } from '../use-view-beacon.ts';
import styles from './post-page.module.css';

const ContinueReading = lazyPart(
  async () => (await import('../../reading/components/continue-reading.tsx')).ContinueReading,
);

export const handle = CONTINUED;

const NOT_FOUND = 'Post Not Found';

/** A post with its comments and similar posts. Product §2, Post detail. */
export function Component() {
  const { id = '', slug } = useParams();
  const viewerId = useViewer()?.id;
  const post = useQuery({ ...postQueries.byId(id), refetchOnMount: refetchUnlessServed });
  const isMissing = useUnknown(post, post.data?.title, NOT_FOUND);
  useArticleCode(post);
  useCurrentAddress(post.data && slugify(post.data.title) !== (slug ?? '') && paths.post(post.data));
  useViewBeacon(post.data);
  const changeCommentCount = useCommentCount(id);
  /** The number of comments in the list below, with its post, so that the page shows the same number everywhere. */
  const [listed, setListed] = useState<{ readonly id: string; readonly comments: number } | null>(null);
  const onListed = useCallback((comments: number) => setListed({ id, comments }), [id]);
  const isBelowFoldDue = useBelowFold();
  useEffect(() => void LazyComments.preload(), []);

  if (isMissing) return <PostNotFound slug={slug} />;
  if (!post.data) return <ArticleToCome query={post} title="The post could not be loaded" />;
  return (
    // Each post has its own state, such as a half-written comment.
    <div key={post.data.id}>
      {post.isRefetchError && (
        <div className={`container ${styles.notice}`}>
          <StaleBanner query={post} what="This post" />
        </div>
      )}
      <PostArticle post={post.data} commentsCount={listed?.id === id ? listed.comments : post.data.commentsCount} />
      {isBelowFoldDue && (
        <>
          {viewerId && post.data.isPublished && (
            <Suspense fallback={null}>
              <ContinueReading userId={viewerId} postId={post.data.id} />
            </Suspense>
          )}
          <div className={`container ${styles.below}`}>
            <ErrorBoundary title="Part of the page could not be shown">
              <Suspense fallback={<section id="comments">Loading the comments...</section>}>
                <LazyComments
                  authorId={post.data.authorId}
                  postId={post.data.id}
                  count={post.data.commentsCount}
                  countedAtMs={post.dataUpdatedAt}
                  onCountChange={changeCommentCount}
                  onListed={onListed}
                />
              </Suspense>
            </ErrorBoundary>
          </div>
          <div className={`container ${styles.below}`}>
            <NewsletterSignup variant="card" postId={post.data.id} />
          </div>
          <ErrorBoundary title="Part of the page could not be shown">
            <NextInSeries series={post.data.series} />
            <SimilarPosts post={post.data} />
          </ErrorBoundary>
        </>
      )}
    </div>
  );
}

function PostNotFound({ slug = '' }: { readonly slug: string | undefined }) {
  const isAsking = useServerAnswer();
  if (isAsking) return <PostSkeleton />;
  return (
    <div className={`container ${styles.message}`}>
      <EmptyState
        title={NOT_FOUND}
        headingLevel={1}
        actions={
          <ButtonLink to={paths.posts} icon={<Icon icon={lineBack} />}>
            Back to Posts
          </ButtonLink>
        }
      >
        The post you're looking for doesn't exist or has been removed.
      </EmptyState>
      <Meant key={slug} path={slug} />
      <NewestPosts count={3} />
    </div>
  );
}
