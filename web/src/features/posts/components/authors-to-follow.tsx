import { bylinePath } from '@inkwell/shared/bylines';
import { personName } from '@inkwell/shared/format';
import { Link } from 'react-router';
import { Avatar } from '../../../components/avatar.tsx';
import { useViewer } from '../../../lib/session.tsx';
import { FollowToggle } from '../../following/components/follow-button.tsx';
import styles from './authors-to-follow.module.css';
import { useNewest } from './newest-posts.tsx';

const COUNT = 3;

/** For readers who follow nothing: the authors of the newest posts, each with their newest one. Requests nothing that `NewestPosts` does not. */
export function AuthorsToFollow() {
  const viewer = useViewer();
  const posts = useNewest();
  if (!viewer) return null;
  const newest = posts.flatMap((post) =>
    post.authors.flatMap((author) => {
      const path = author.id === viewer.id ? null : bylinePath(author, post);
      return path === null ? [] : [{ author, path, title: post.title }];
    }),
  );
  const authors = newest
    .filter(({ author: { id } }, index) => newest.findIndex(({ author }) => author.id === id) === index)
    .slice(0, COUNT);
  if (authors.length === 0) return null;
  return (
    <section className={styles.authors} aria-labelledby="authors-to-follow">
      <h2 id="authors-to-follow">Authors to follow</h2>
      <ul className={styles.list}>
        {authors.map(({ author, path, title }) => (
          <li key={author.id} className={styles.author}>
            <Avatar person={author} size={48} />
            <div className={styles.words}>
              <h3 dir="auto">
                <Link to={path} className="card-link">
                  {personName(author)}
                </Link>
              </h3>
              <p className="note clamped">
                Latest: <bdi>{title}</bdi>
              </p>
            </div>
            <FollowToggle
              userId={viewer.id}
              target={{ kind: 'author', id: author.id }}
              name={personName(author)}
              isFollowed={false}
              isOutlined
              className={styles.follow}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
