import { personName } from '@inkwell/shared/format';
import type { PostCard } from '@inkwell/shared/posts';
import type { ReadingPlace } from '@inkwell/shared/reading';
import { textLanguage } from '@inkwell/shared/site-data';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { CategoryIcon } from '../../../components/category-icon.tsx';
import { Image } from '../../../components/image.tsx';
import { cardAct } from '../../../lib/card-act.ts';
import { paths } from '../../../lib/paths.ts';
import { useSite } from '../../../lib/site.ts';
import { useStore } from '../../../lib/store.ts';
import { keptPlace, laterPlace } from '../api/places.ts';
import { readingQueries } from '../api/queries.ts';
import styles from './continue-list.module.css';

interface ContinueListProps {
  readonly userId: string;
  readonly posts: readonly PostCard[];
  readonly className: string | undefined;
}

/** The posts that the reader has begun, as rows with how far they have read; nothing if there are none. */
export function ContinueList({ userId, posts, className }: ContinueListProps) {
  const { data: places = [] } = useQuery({ ...readingQueries.places(userId), enabled: posts.length > 0 });
  const titleId = useId();
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className={className}>
      <h2 id={titleId}>Continue reading</h2>
      <ul className={styles.list}>
        {posts.map((post) => (
          <Row
            key={post.id}
            post={post}
            place={laterPlace(keptPlace(userId, post.id), places.find(({ postId }) => postId === post.id) ?? null)}
          />
        ))}
      </ul>
    </section>
  );
}

/** `place` is null until it is known. Nothing moves when it arrives. */
function Row({ post, place }: { readonly post: PostCard; readonly place: ReadingPlace | null }) {
  const site = useSite();
  const Act = useStore(cardAct, () => null);
  const part = place ? place.block / place.blocks : 0;
  const icon = <CategoryIcon category={post.category ?? { name: '', icon: null }} />;
  return (
    <li className={styles.row}>
      <div className={styles.cover} data-theme-color={post.category?.color ?? 'indigo'}>
        {post.featuredImage ? (
          <Image src={post.featuredImage} alt="" sizes="10rem" className="filled" fallback={icon} />
        ) : (
          icon
        )}
        {Act && <Act post={post} />}
      </div>
      <h3 lang={textLanguage(post, site)} dir="auto">
        <Link to={paths.post(post)} className={styles.link}>
          {post.title}
        </Link>
      </h3>
      <p className="note">
        <span dir="auto">{personName(post.author)}</span>
        {place && post.readingMinutes > 0 && ` · ${Math.ceil(post.readingMinutes * (1 - part))} min left`}
      </p>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${100 * part}%` }} />
      </span>
    </li>
  );
}
