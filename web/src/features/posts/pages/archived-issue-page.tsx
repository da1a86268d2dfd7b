import { archivePath } from '@inkwell/shared/newsletter-archive';
import { UNKNOWN_ADDRESS } from '@inkwell/shared/unknown-address';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { LazyArticle } from '../../../components/markdown/lazy-markdown.ts';
import { PostTime } from '../../../components/post-time.tsx';
import { LoadError } from '../../../components/states.tsx';
import { isApiError } from '../../../lib/api.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { useRenderedAsUnknown } from '../../../lib/unknown-address.ts';
import { NewsletterSignup } from '../../newsletter/components/newsletter-signup.tsx';
import { archiveQueries } from '../api/archive.ts';
import { PageArticle } from '../components/page-article.tsx';
import { PostSkeleton } from '../components/post-skeleton.tsx';
import { UnknownAddress } from '../components/unknown-address.tsx';
import styles from './post-page.module.css';

/** `/newsletter/{slug}`: an issue as its subscribers got it, without personal parts, and the subscription form. */
export function Component() {
  const { slug = '' } = useParams();
  const issue = useQuery(archiveQueries.issue(slug));
  const isMissing = isApiError(issue.error, 404) || isApiError(issue.error, 400);
  const isRenderedAsUnknown = useRenderedAsUnknown();
  const isUnknown = isMissing || (issue.isPending && isRenderedAsUnknown);
  usePageTitle(isUnknown ? UNKNOWN_ADDRESS.title : (issue.data?.subject ?? null));
  useEffect(() => {
    // Loads the code in parallel with the issue.
    if (issue.isPending) void LazyArticle.preload();
  }, [issue.isPending]);

  if (isUnknown) return <UnknownAddress />;
  if (issue.isPending) return <PostSkeleton />;
  if (!issue.data) {
    return (
      <div className={`container ${styles.message}`}>
        <LoadError title="The issue could not be loaded" query={issue} />
      </div>
    );
  }
  const { subject, content, sentAt, language } = issue.data;
  return (
    <>
      <PageArticle page={{ title: subject, content, language, math: false }}>
        <PostTime instant={sentAt} as="long" /> · <Link to={archivePath()}>All issues</Link>
      </PageArticle>
      <div className={`container ${styles.letter}`}>
        <NewsletterSignup variant="card" />
      </div>
    </>
  );
}
