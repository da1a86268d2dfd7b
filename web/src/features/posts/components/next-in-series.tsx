import { LEAD_SIZES } from '@inkwell/shared/images';
import type { Post } from '@inkwell/shared/posts';
import { nextIn } from '@inkwell/shared/series-words';
import { Link } from 'react-router';
import { Image } from '../../../components/image.tsx';
import { paths } from '../../../lib/paths.ts';
import styles from './next-in-series.module.css';

/** The next part of the article's series, with a large cover. */
export function NextInSeries({ series }: { readonly series: Post['series'] }) {
  const next = series?.next;
  if (!next) return null;
  return (
    <div className="container">
      <article className={styles.story}>
        {next.featuredImage && (
          <div className={styles.cover}>
            <Image src={next.featuredImage} alt="" sizes={LEAD_SIZES} className="filled" />
          </div>
        )}
        <div className={styles.words}>
          <p className="note" dir="auto">
            {nextIn(series)}
          </p>
          <h2 className={styles.title} dir="auto">
            <Link to={paths.post(next)} className="card-link">
              {next.title}
            </Link>
          </h2>
          {next.excerpt && (
            <p className={styles.excerpt} dir="auto">
              {next.excerpt}
            </p>
          )}
        </div>
      </article>
    </div>
  );
}
