import type { Post } from '@inkwell/shared/posts';
import { partOf, SERIES_WORDS } from '@inkwell/shared/series-words';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import styles from './post-article.module.css';

type Series = NonNullable<Post['series']>;

/** The article's place in its series, with a link to the whole series. */
export function SeriesPart({ series }: { readonly series: Series }) {
  return (
    <p className={styles.part}>
      {`${partOf(series)} `}
      <Link to={paths.series(series.slug)} dir="auto">
        {series.name}
      </Link>
    </p>
  );
}

/** Links to the previous and next articles. */
export function SeriesLinks({ series: { previous, next } }: { readonly series: Series }) {
  if (!previous && !next) return null;
  return (
    <nav className={styles.series} aria-label={SERIES_WORDS.label}>
      {previous && (
        <Link className={styles.prev} to={paths.post(previous)} rel="prev">
          <span className="note">{SERIES_WORDS.previous}</span> <span dir="auto">{previous.title}</span>
        </Link>
      )}
      {next && (
        <Link className={styles.next} to={paths.post(next)} rel="next">
          <span className="note">{SERIES_WORDS.next}</span> <span dir="auto">{next.title}</span>
        </Link>
      )}
    </nav>
  );
}
