import { UNKNOWN_ADDRESS } from '@inkwell/shared/unknown-address';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ButtonLink } from '../../components/button.tsx';
import { PostCardGrid } from '../../components/post-card-grid.tsx';
import { paths } from '../../lib/paths.ts';
import { usePageTitle } from '../../lib/title.ts';
import { postQueries } from '../posts/api/queries.ts';
import { SearchForm } from '../search/components/search-form.tsx';
import styles from './not-found-page.module.css';

/** Any address that leads nowhere. Product §2. */
export function Component() {
  const navigate = useNavigate();
  usePageTitle(UNKNOWN_ADDRESS.title);
  return (
    <div className={`container ${styles.page}`}>
      <h1>{UNKNOWN_ADDRESS.title}</h1>
      <p className={styles.lead}>{UNKNOWN_ADDRESS.lead}</p>
      <SearchForm query="" onChange={(words) => words && void navigate(paths.search(words))} />
      <div className={styles.acts}>
        <ButtonLink to={paths.home}>Back to Home</ButtonLink>
        <ButtonLink to={paths.posts} variant="secondary">
          Explore Posts
        </ButtonLink>
      </div>
      <NewestPosts />
    </div>
  );
}

/** Nothing until they are there: they are an offer, and the page is whole without them. */
function NewestPosts() {
  const { data } = useInfiniteQuery(postQueries.list({ categoryId: null }));
  const posts = data?.pages[0]?.items.slice(0, UNKNOWN_ADDRESS.posts) ?? [];
  if (posts.length === 0) return null;
  return (
    <section className={styles.newest} aria-labelledby="newest">
      <h2 id="newest">{UNKNOWN_ADDRESS.newest}</h2>
      <PostCardGrid posts={posts} />
    </section>
  );
}
