import { bylinePath, separatorBefore } from '@inkwell/shared/bylines';
import { counted, personName, readingTime, wholeNumber } from '@inkwell/shared/format';
import { COVER_SIZES } from '@inkwell/shared/images';
import { lineComment, lineEye, linePen } from '@inkwell/shared/line-icons';
import type { WordsField } from '@inkwell/shared/post-fields';
import { canEditPost, canSeeTraffic } from '@inkwell/shared/post-permissions';
import type { Post, StaffPost } from '@inkwell/shared/posts';
import { lineCalendar, lineClock, lineShare } from '@inkwell/shared/reading-icons';
import { partOf, SERIES_WORDS } from '@inkwell/shared/series-words';
import { textLanguage } from '@inkwell/shared/site-data';
import { isInternalTag } from '@inkwell/shared/tag-names';
import { Fragment, type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../components/avatar.tsx';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { CategoryBadge } from '../../../components/category-badge.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Image } from '../../../components/image.tsx';
import { useReadingAids } from '../../../components/markdown/aids/use-reading-aids.ts';
import { PostTime } from '../../../components/post-time.tsx';
import { paths } from '../../../lib/paths.ts';
import { useViewer } from '../../../lib/session.tsx';
import { useSite } from '../../../lib/site.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { SaveButton } from '../../bookmarks/components/save-button.tsx';
import { ArticleText } from './article-text.tsx';
import { AuthorCards } from './author-cards.tsx';
import { LikeButton } from './like-button.tsx';
import styles from './post-article.module.css';

interface WordsProps {
  readonly post: Post;
  /** The language of the post's texts; undefined if it is the page's. */
  readonly lang: string | undefined;
}

/**
 * What the article shows between category and author, in this order. Each field that editors write needs an entry: its text, null, or its own place
 * in the article. Without one, this does not compile.
 */
const WORDS: Readonly<Record<WordsField, ((props: WordsProps) => ReactNode) | null>> = {
  title: ({ post, lang }) => (
    <h1 className={styles.title} lang={lang} dir="auto">
      {post.title}
    </h1>
  ),
  excerpt: ({ post, lang }) =>
    post.excerpt && (
      <p className={styles.excerpt} lang={lang} dir="auto">
        {post.excerpt}
      </p>
    ),
};

/** Links to the author's page. */
function AuthorName({ author, post }: { readonly author: Post['author']; readonly post: Post }) {
  const path = bylinePath(author, post);
  const name = personName(author);
  return path ? (
    <Link to={path} rel="author">
      {name}
    </Link>
  ) : (
    name
  );
}

/** Links to the post's statistics if the viewer may see them. */
function Views({ post }: { readonly post: Post }) {
  const views = counted(post.viewCount, 'view', 'views');
  return canSeeTraffic(useViewer(), post) ? (
    <Link to={paths.postTraffic(post.id)} title="Statistics">
      {views}
    </Link>
  ) : (
    views
  );
}

interface PostArticleProps {
  /** Includes its status for its writers. */
  readonly post: Post & { readonly status?: StaffPost['status'] | undefined };
  /** Null if the reader has no actions, as in a preview. */
  readonly commentsCount: number | null;
}

/** The post itself: details, author, text, and the reader's actions. */
export function PostArticle({ post, commentsCount }: PostArticleProps) {
  const lang = textLanguage(post, useSite());
  const published = post.publishedAt ?? post.createdAt;
  // Staff also get internal tags, which have no page.
  const tags = post.tags.filter(({ name }) => !isInternalTag(name));
  const cover = useRef<HTMLDivElement>(null);
  useReadingAids(cover, post.featuredImage);

  return (
    <article className={`container ${styles.article}`}>
      <header className={styles.head}>
        <div className={styles.labels}>
          {post.category && <CategoryBadge category={post.category} />}
          <span className={`${styles.status} ${post.isPublished ? styles.published : styles.draft}`}>
            {post.isPublished ? 'Published' : 'Draft'}
          </span>
        </div>
        {Object.entries(WORDS).map(([field, Words]) => Words && <Words key={field} post={post} lang={lang} />)}
        {post.series && <SeriesPart series={post.series} />}
        <div className={styles.byline}>
          <Avatar person={post.author} size={48} />
          <div>
            <p className={styles.name}>
              {post.authors.map((author, n) => (
                <Fragment key={author.id}>
                  {separatorBefore(n, post.authors.length)}
                  <AuthorName author={author} post={post} />
                </Fragment>
              ))}
            </p>
            <p className={styles.facts}>
              <span className={styles.fact}>
                <Icon icon={lineCalendar} /> <PostTime instant={published} as="long" />
              </span>
              <span className={styles.fact}>
                <Icon icon={lineEye} /> <Views post={post} />
              </span>
              {post.readingMinutes > 0 && (
                <span className={styles.fact}>
                  <Icon icon={lineClock} /> {readingTime(post.readingMinutes)}
                </span>
              )}
            </p>
          </div>
        </div>
      </header>

      {post.featuredImage && (
        <div ref={cover} className={styles.figure}>
          <Image
            src={post.featuredImage}
            alt={post.coverDescription ?? ''}
            sizes={COVER_SIZES}
            isPriority
            className="filled"
          />
        </div>
      )}
      {post.featuredImage && post.coverCaption && (
        <p className={styles.caption} lang={lang} dir="auto">
          {post.coverCaption}
        </p>
      )}

      <div className={styles.text} lang={lang} dir="auto">
        <ArticleText source={post.content} math={post.math} />
      </div>

      {post.series && <SeriesLinks series={post.series} />}

      {tags.length > 0 && (
        <ul className={styles.tags} aria-label="Tags">
          {tags.map(({ name, slug }) => (
            <li key={slug}>
              <Link className={styles.tag} to={paths.tag(slug)} dir="auto">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}

      {commentsCount !== null && <AuthorCards post={post} />}

      {commentsCount !== null && <Actions post={post} commentsCount={commentsCount} />}
    </article>
  );
}

/** Opens the device's share sheet; without one, copies the link. Product §2, Post detail. */
async function sharePost(post: { title: string }, url: string): Promise<void> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title: post.title, url });
      return;
    } catch (error) {
      // The reader closed the sheet; after any other failure the link is copied.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    toastSuccess('Link Copied', 'Post link copied to clipboard');
  } catch {
    toastError('Copying failed', `Please copy the link yourself: ${url}`);
  }
}

/** The reader's actions on the post. */
function Actions({ post, commentsCount }: { readonly post: PostArticleProps['post']; readonly commentsCount: number }) {
  const viewer = useViewer();
  return (
    <div className={styles.actions}>
      <LikeButton post={post} />
      <SaveButton post={post} />
      <Button
        variant="secondary"
        icon={<Icon icon={lineShare} />}
        onClick={() => void sharePost(post, new URL(paths.post(post), window.location.origin).href)}
      >
        <span data-word>Share</span>
      </Button>
      {canEditPost(viewer, { authorIds: post.authorIds, status: statusOf(post) }) && (
        <ButtonLink variant="quiet" to={paths.editPost(post.id)} icon={<Icon icon={linePen} />}>
          <span data-word>Edit</span>
        </ButtonLink>
      )}
      <a className={styles.comments} href="#comments">
        <Icon icon={lineComment} />
        <span>
          {wholeNumber(commentsCount)}{' '}
          <span className={styles.word}>{commentsCount === 1 ? 'comment' : 'comments'}</span>
        </span>
      </a>
    </div>
  );
}

const statusOf = (post: PostArticleProps['post']): StaffPost['status'] =>
  post.status ?? (post.isPublished ? 'published' : 'draft');

type Series = NonNullable<Post['series']>;

/** The article's place in its series, with a link to the whole series. */
function SeriesPart({ series }: { readonly series: Series }) {
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
function SeriesLinks({ series: { previous, next } }: { readonly series: Series }) {
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
