import { UNKNOWN_ADDRESS } from '@inkwell/shared/unknown-address';
import { useLocation, useNavigate } from 'react-router';
import { ButtonLink } from '../../../components/button.tsx';
import { PageLoader } from '../../../components/page-loader.tsx';
import { SearchForm } from '../../../components/search-form.tsx';
import { useServerAnswer } from '../../../hooks/use-server-answer.ts';
import { paths } from '../../../lib/paths.ts';
import { Meant } from './meant.tsx';
import { NewestPosts } from './newest-posts.tsx';
import styles from './unknown-address.module.css';

/** The content of an unknown address, including a tag, category or author without posts. The server is asked first. */
export function UnknownAddress() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isAsking = useServerAnswer();
  if (isAsking) return <PageLoader />;
  return (
    <div className={`container ${styles.page}`}>
      <h1>{UNKNOWN_ADDRESS.title}</h1>
      <p className={styles.lead}>{UNKNOWN_ADDRESS.lead}</p>
      <Meant key={pathname} path={pathname} />
      <SearchForm query="" isReady onChange={(words) => words && void navigate(paths.search(words))} />
      <div className={styles.acts}>
        <ButtonLink to={paths.home} variant="secondary">
          Back to Home
        </ButtonLink>
        <ButtonLink to={paths.posts} variant="secondary">
          Explore Posts
        </ButtonLink>
      </div>
      <NewestPosts />
    </div>
  );
}
