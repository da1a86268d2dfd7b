import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { PostTime } from '../../../components/post-time.tsx';
import { StaleBanner } from '../../../components/states.tsx';
import { useCurrentAddress } from '../../../hooks/use-current-address.ts';
import { refetchUnlessServed } from '../../../lib/hydrate.ts';
import { paths } from '../../../lib/paths.ts';
import { useUnknown } from '../../../lib/unknown-address.ts';
import { sitePageQueries } from '../../site-pages/api/queries.ts';
import { ArticleToCome, useArticleCode } from '../components/article-to-come.tsx';
import { PageArticle } from '../components/page-article.tsx';
import { UnknownAddress } from '../components/unknown-address.tsx';
import styles from './post-page.module.css';

/** `/{slug}`: a site page, shown as an article without author, likes and comments, or an unknown address. */
export function Component() {
  const { slug = '' } = useParams();
  const page = useQuery({ ...sitePageQueries.bySlug(slug), refetchOnMount: refetchUnlessServed });
  const isUnknown = useUnknown(page, page.data?.searchTitle ?? page.data?.title);
  useArticleCode(page);
  useCurrentAddress(page.data && page.data.slug !== slug && paths.sitePage(page.data.slug));

  if (isUnknown) return <UnknownAddress />;
  if (!page.data) return <ArticleToCome query={page} title="The page could not be loaded" />;
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
