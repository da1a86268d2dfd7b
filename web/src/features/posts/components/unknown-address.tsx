import type { Suggestions } from '@inkwell/shared/search';
import { suggestionsKey } from '@inkwell/shared/search-key';
import { suggestedLinks } from '@inkwell/shared/suggested-links';
import { UNKNOWN_ADDRESS, wordsOfPath } from '@inkwell/shared/unknown-address';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { ButtonLink } from '../../../components/button.tsx';
import { PostCardGrid } from '../../../components/post-card-grid.tsx';
import { SearchForm } from '../../../components/search-form.tsx';
import { paths } from '../../../lib/paths.ts';
import { postQueries } from '../api/queries.ts';
import styles from './unknown-address.module.css';

/** What an address says that leads nowhere, also that of a tag, category or author without posts. */
export function UnknownAddress() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <div className={`container ${styles.page}`}>
      <h1>{UNKNOWN_ADDRESS.title}</h1>
      <p className={styles.lead}>{UNKNOWN_ADDRESS.lead}</p>
      <Meant key={pathname} path={pathname} />
      <SearchForm query="" isReady onChange={(words) => words && void navigate(paths.search(words))} />
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

/** What the words of the address may have meant, as the served page says: the app asks the server for every address that it does not know. */
function Meant({ path }: { readonly path: string }) {
  const client = useQueryClient();
  const [served] = useState(() => client.getQueryData<Suggestions>(suggestionsKey(wordsOfPath(path))));
  const links = served ? suggestedLinks(served) : [];
  if (links.length === 0) return null;
  return (
    <nav className={styles.meant} aria-labelledby="meant">
      <h2 id="meant">{UNKNOWN_ADDRESS.meant}</h2>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} dir="auto">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
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
