import { faCalendar, faClock, faComment, faEye, faPen, faShareNodes } from '@fortawesome/free-solid-svg-icons';
import { counted, longDate, personName, readingTime } from '@inkwell/shared/format';
import { COVER_SIZES } from '@inkwell/shared/images';
import { canManagePosts } from '@inkwell/shared/permissions';
import type { WrittenField } from '@inkwell/shared/post-fields';
import type { Post } from '@inkwell/shared/posts';
import type { ReactNode } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { CategoryBadge } from '../../../components/category-badge.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Image } from '../../../components/image.tsx';
import { paths } from '../../../lib/paths.ts';
import { useViewer } from '../../../lib/session.tsx';
import { sharePost } from '../share.ts';
import { ArticleText } from './article-text.tsx';
import { LikeButton } from './like-button.tsx';
import styles from './post-article.module.css';

/**
 * What the article shows between category and author, in this order. Each field that editors write needs an entry here:
 * its text, null, or its own place in the article; without one, this does not compile. The served page shows the same:
 * functions/src/pages/body.ts.
 */
const WORDS: Readonly<
  Record<
    Exclude<WrittenField, 'featuredImage' | 'categoryId' | 'content' | 'isPublished'>,
    ((props: { readonly post: Post }) => ReactNode) | null
  >
> = {
  title: ({ post }) => (
    <h1 className={styles.title} dir="auto">
      {post.title}
    </h1>
  ),
  excerpt: ({ post }) =>
    post.excerpt && (
      <p className={styles.excerpt} dir="auto">
        {post.excerpt}
      </p>
    ),
};

/** The post itself: its facts, author, text, and the reader's actions. */
export function PostArticle({ post }: { readonly post: Post }) {
  const viewer = useViewer();
  const published = post.publishedAt ?? post.createdAt;

  return (
    <article className={`container ${styles.article}`}>
      <header className={styles.head}>
        <div className={styles.labels}>
          {post.category && <CategoryBadge category={post.category} />}
          <span className={`${styles.status} ${post.isPublished ? styles.published : styles.draft}`}>
            {post.isPublished ? 'Published' : 'Draft'}
          </span>
        </div>
        {Object.entries(WORDS).map(([field, Words]) => Words && <Words key={field} post={post} />)}
        <div className={styles.byline}>
          <Avatar person={post.author} size={48} />
          <div>
            <p className={styles.name}>{personName(post.author)}</p>
            <p className={styles.facts}>
              <span className={styles.fact}>
                <Icon icon={faCalendar} /> <time dateTime={published}>{longDate(published)}</time>
              </span>
              <span className={styles.fact}>
                <Icon icon={faEye} /> {counted(post.viewCount, 'view', 'views')}
              </span>
              {post.readingMinutes > 0 && (
                <span className={styles.fact}>
                  <Icon icon={faClock} /> {readingTime(post.readingMinutes)}
                </span>
              )}
            </p>
          </div>
        </div>
      </header>

      {post.featuredImage && (
        <div className={styles.figure}>
          <Image src={post.featuredImage} alt="" sizes={COVER_SIZES} isPriority className={styles.picture} />
        </div>
      )}

      <div className={styles.text} dir="auto">
        <ArticleText source={post.content} />
      </div>

      <div className={styles.actions}>
        <LikeButton post={post} />
        <Button
          variant="secondary"
          icon={<Icon icon={faShareNodes} />}
          onClick={() => void sharePost(post, new URL(paths.post(post), window.location.origin).href)}
        >
          Share
        </Button>
        {canManagePosts(viewer) && (
          <ButtonLink variant="quiet" to={paths.editPost(post.id)} icon={<Icon icon={faPen} />}>
            Edit
          </ButtonLink>
        )}
        <a className={styles.comments} href="#comments">
          <Icon icon={faComment} /> {counted(post.commentsCount, 'comment', 'comments')}
        </a>
      </div>
    </article>
  );
}
