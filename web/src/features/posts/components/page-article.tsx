import { textLanguage } from '@inkwell/shared/site-data';
import type { SitePage } from '@inkwell/shared/site-pages';
import { useSite } from '../../../lib/site.ts';
import { ArticleText } from './article-text.tsx';
import styles from './post-article.module.css';

/** A page of the site: title and text. */
export function PageArticle({ page }: { readonly page: SitePage }) {
  const site = useSite();
  return (
    <article className={`container ${styles.article}`}>
      <header className={styles.head}>
        <h1 className={styles.title} lang={textLanguage(page, site)} dir="auto">
          {page.title}
        </h1>
      </header>
      <div className={styles.text} lang={textLanguage(page, site)} dir="auto">
        <ArticleText source={page.content} />
      </div>
    </article>
  );
}
