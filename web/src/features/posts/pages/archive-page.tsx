import { archivePath } from '@inkwell/shared/newsletter-archive';
import { textLanguage } from '@inkwell/shared/site-data';
import { UNKNOWN_ADDRESS } from '@inkwell/shared/unknown-address';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { MorePosts } from '../../../components/more-posts.tsx';
import { PostTime } from '../../../components/post-time.tsx';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { EmptyState, LoadError, StaleBanner } from '../../../components/states.tsx';
import { isApiError } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { useRenderedAsUnknown } from '../../../lib/unknown-address.ts';
import { NewsletterSignup } from '../../newsletter/components/newsletter-signup.tsx';
import { archiveQueries } from '../api/archive.ts';
import { UnknownAddress } from '../components/unknown-address.tsx';
import styles from './archive-page.module.css';

/** `/newsletter`: earlier issues, newest first, and the subscription form. An unknown address while the archive is off. */
export function Component() {
  const list = useInfiniteQuery(archiveQueries.list());
  const isRenderedAsUnknown = useRenderedAsUnknown();
  const isUnknown = isApiError(list.error, 404) || (list.isPending && isRenderedAsUnknown);
  usePageTitle(isUnknown ? UNKNOWN_ADDRESS.title : 'Newsletter');
  const lang = textLanguage({ language: null }, useSite());
  const issues = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (isUnknown) return <UnknownAddress />;

  return (
    <div className={`container ${styles.page}`}>
      <h1>Newsletter</h1>
      <NewsletterSignup variant="sidebar" />
      {list.isPending && (
        <LoadingRegion label="Loading issues">
          <Skeleton height="20rem" />
        </LoadingRegion>
      )}
      {list.isError && issues.length === 0 && <LoadError title="The issues could not be loaded" query={list} />}
      {list.isSuccess && issues.length === 0 && (
        <EmptyState title="No Issues Yet">Subscribe to get the first issue by email.</EmptyState>
      )}
      {issues.length > 0 && (
        <>
          <StaleBanner query={list} what="These issues" />
          <ul className={styles.issues} aria-label="Issues">
            {issues.map(({ slug, subject, previewText, sentAt }) => (
              <li key={slug}>
                <h2>
                  <Link to={archivePath(slug)} lang={lang} dir="auto">
                    {subject}
                  </Link>
                </h2>
                {previewText && (
                  <p lang={lang} dir="auto">
                    {previewText}
                  </p>
                )}
                <PostTime instant={sentAt} as="long" />
              </li>
            ))}
          </ul>
          <MorePosts what="issues" list={list} />
        </>
      )}
    </div>
  );
}
