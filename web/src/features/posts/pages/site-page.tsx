import { UNKNOWN_ADDRESS } from '@inkwell/shared/unknown-address';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { LazyArticle } from '../../../components/markdown/lazy-markdown.ts';
import { PostTime } from '../../../components/post-time.tsx';
import { LoadError, StaleBanner } from '../../../components/states.tsx';
import { isApiError } from '../../../lib/api.ts';
import { refetchUnlessServed } from '../../../lib/hydrate.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { useRenderedAsUnknown } from '../../../lib/unknown-address.ts';
import { sitePageQueries } from '../../site-pages/api/queries.ts';
import { PageArticle } from '../components/page-article.tsx';
import { PostSkeleton } from '../components/post-skeleton.tsx';
import { UnknownAddress } from '../components/unknown-address.tsx';
import styles from './post-page.module.css';

/** `/{slug}`: a site page, shown as an article without author, likes and comments, or an unknown address. */
export function Component() {
  const { slug = '' } = useParams();
  const page = useQuery({ ...sitePageQueries.bySlug(slug), refetchOnMount: refetchUnlessServed });
  const isMissing = isApiError(page.error, 404) || isApiError(page.error, 400);
  const isRenderedAsUnknown = useRenderedAsUnknown();
  const isUnknown = isMissing || (page.isPending && isRenderedAsUnknown);
  usePageTitle(isUnknown ? UNKNOWN_ADDRESS.title : (page.data?.searchTitle ?? page.data?.title ?? null));
  useCurrentAddress(page.data?.slug, slug);
  useEffect(() => {
    // Loads the code in parallel with the page.
    if (page.isPending) void LazyArticle.preload();
  }, [page.isPending]);

  if (isUnknown) return <UnknownAddress />;
  if (page.isPending) return <PostSkeleton />;
  if (!page.data) {
    return (
      <div className={`container ${styles.message}`}>
        <LoadError title="The page could not be loaded" query={page} />
      </div>
    );
  }
  return (
    <div key={page.data.id}>
      {page.isRefetchError && (
        <div className={`container ${styles.notice}`}>
          <StaleBanner query={page} what="This page" />
        </div>
      )}
      <PageArticle page={page.data}>
        Last updated <PostTime instant={page.data.updatedAt} as="long" />
      </PageArticle>
    </div>
  );
}

/** Old addresses keep working; the address bar shows the current one. */
function useCurrentAddress(slug: string | undefined, asked: string): void {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  useEffect(() => {
    if (slug === undefined || slug === asked) return;
    void navigate({ pathname: paths.sitePage(slug), search, hash }, { replace: true, preventScrollReset: true });
  }, [slug, asked, search, hash, navigate]);
}
