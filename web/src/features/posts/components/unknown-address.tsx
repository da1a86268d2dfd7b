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
      <div className={styles.head}>
        <div className={styles.words}>
          <h1>{UNKNOWN_ADDRESS.title}</h1>
          <p className={styles.lead}>{UNKNOWN_ADDRESS.lead}</p>
          <Meant key={pathname} path={pathname} />
          <SearchForm query="" isReady onChange={(words) => words && void navigate(paths.search(words))} />
          <div className="buttons">
            <ButtonLink to={paths.home} variant="secondary">
              Back to Home
            </ButtonLink>
            <ButtonLink to={paths.posts} variant="secondary">
              Explore Posts
            </ButtonLink>
          </div>
        </div>
        <Shelf />
      </div>
      <NewestPosts />
    </div>
  );
}

/** A shelf on which one book is missing. */
function Shelf() {
  return (
    <svg className={styles.drawing} viewBox="0 0 352 208" width="352" aria-hidden="true">
      <path fill="var(--line)" d="M12 56h36v146H12zM140 92h30v110h-30zM240 38h40v164h-40z" />
      <path fill="var(--accent-soft)" d="M52 28h30v174H52zM284 90l27-8 34 112-27 8z" />
      <path fill="var(--accent)" d="M86 74h50v128H86z" />
      <path fill="var(--paper)" d="M98 96h26v4H98zM98 106h18v4H98zM246 60h28v4h-28zM58 52h18v4H58z" />
      <path fill="none" stroke="var(--line-strong)" strokeWidth="2" strokeDasharray="7 7" d="M178 62h54v139h-54z" />
      <path fill="var(--line-strong)" d="M0 202h352v3H0z" />
    </svg>
  );
}
