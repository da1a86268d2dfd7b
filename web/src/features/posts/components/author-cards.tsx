import { bylinePath } from '@inkwell/shared/bylines';
import { personName } from '@inkwell/shared/format';
import type { Post } from '@inkwell/shared/posts';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../components/avatar.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { useOnScreen } from '../../../hooks/use-on-screen.ts';
import styles from './author-cards.module.css';

const FollowButton = lazyPart(async () => (await import('../../following/components/follow-button.tsx')).FollowButton);

/** The authors of the article, below it: a card for each author with a page. */
export function AuthorCards({ post }: { readonly post: Post }) {
  const cards = post.authors.flatMap((author, n) => {
    const path = bylinePath(author, post);
    // Articles that were stored for offline reading may have no biographies.
    return path ? [{ author, path, bio: post.authorBios?.[n] ?? null }] : [];
  });
  // Whether a reader follows them is requested only if the article is read to its end.
  const [isNear, setNear] = useState(false);
  const section = useOnScreen<HTMLElement>(() => setNear(true), !isNear);
  if (cards.length === 0) return null;
  return (
    <section
      ref={section}
      className={styles.cards}
      aria-label={cards.length === 1 ? 'About the author' : 'About the authors'}
    >
      {cards.map(({ author, path, bio }) => (
        <div key={author.id} className={styles.card}>
          <Avatar person={author} size={56} />
          <div>
            <p className={styles.name} dir="auto">
              {personName(author)}
            </p>
            {bio && (
              <p className={styles.bio} dir="auto">
                {bio}
              </p>
            )}
            <Link to={path} className={styles.more}>
              More from {personName(author)}
            </Link>
          </div>
          <div className={styles.follow}>
            {isNear && (
              <Suspense fallback={null}>
                <FollowButton
                  target={{ kind: 'author', id: author.id }}
                  name={personName(author)}
                  className={styles.button}
                />
              </Suspense>
            )}
          </div>
        </div>
      ))}
    </section>
  );
}
