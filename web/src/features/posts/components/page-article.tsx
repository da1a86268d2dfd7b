import { textLanguage } from '@inkwell/shared/site-data';
import type { SitePage } from '@inkwell/shared/site-pages';
import type { ReactNode } from 'react';
import { useSite } from '../../../lib/site.ts';
import { ArticleText } from './article-text.tsx';
import styles from './post-article.module.css';

interface PageArticleProps {
  readonly page: Pick<SitePage, 'title' | 'content' | 'language' | 'math'>;
  /** Shown below the title. */
  readonly children?: ReactNode;
}

/** A page of the site: title and text. */
export function PageArticle({ page, children }: PageArticleProps) {
  const site = useSite();
  return (
    <article className={`container ${styles.article}`}>
      <header className={styles.head}>
        <h1 className={styles.title} lang={textLanguage(page, site)} dir="auto">
          {page.title}
        </h1>
        {children && <p className={styles.part}>{children}</p>}
      </header>
      <div className={styles.text} lang={textLanguage(page, site)} dir="auto">
        <ArticleText source={page.content} math={page.math} />
      </div>
    </article>
  );
}
