import { archivePath } from '@inkwell/shared/newsletter-archive';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { PostTime } from '../../../components/post-time.tsx';
import { useUnknown } from '../../../lib/unknown-address.ts';
import { NewsletterSignup } from '../../newsletter/components/newsletter-signup.tsx';
import { archiveQueries } from '../api/archive.ts';
import { ArticleToCome, useArticleCode } from '../components/article-to-come.tsx';
import { PageArticle } from '../components/page-article.tsx';
import { UnknownAddress } from '../components/unknown-address.tsx';
import styles from './post-page.module.css';

/** `/newsletter/{slug}`: an issue as its subscribers got it, without personal parts, and the subscription form. */
export function Component() {
  const { slug = '' } = useParams();
  const issue = useQuery(archiveQueries.issue(slug));
  const isUnknown = useUnknown(issue, issue.data?.subject);
  useArticleCode(issue);

  if (isUnknown) return <UnknownAddress />;
  if (!issue.data) return <ArticleToCome query={issue} title="The issue could not be loaded" />;
  const { subject, content, sentAt, language } = issue.data;
  return (
    <>
      <PageArticle page={{ title: subject, content, language, math: false }}>
        <PostTime instant={sentAt} as="long" /> · <Link to={archivePath()}>All issues</Link>
      </PageArticle>
      <div className={`container ${styles.below}`}>
        <NewsletterSignup variant="card" />
      </div>
    </>
  );
}
