import { POPULAR_CARD_COLOR } from '@inkwell/shared/category-icons';
import { compactNumber, personName, readingTime } from '@inkwell/shared/format';
import { CARD_SIZES, LEAD_SIZES } from '@inkwell/shared/images';
import { lineComment, lineEye, lineHeart } from '@inkwell/shared/line-icons';
import type { WordsField } from '@inkwell/shared/post-fields';
import type { PostCard as Post } from '@inkwell/shared/posts';
import { textLanguage } from '@inkwell/shared/site-data';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cardAct } from '../lib/card-act.ts';
import { paths } from '../lib/paths.ts';
import { useSite } from '../lib/site.ts';
import { useStore } from '../lib/store.ts';
import { Avatar } from './avatar.tsx';
import { CategoryBadge } from './category-badge.tsx';
import { CategoryIcon } from './category-icon.tsx';
import { Icon } from './icon.tsx';
import { Image } from './image.tsx';
import styles from './post-card.module.css';
import { PostTime } from './post-time.tsx';

interface PostCardProps {
  readonly post: Post;
  /** `popular` dates cards in the short month format, all others by age. Product §9. */
  readonly dates?: 'relative' | 'popular';
  readonly headingLevel?: 2 | 3;
  /** One of the first cards of the page: its picture loads at once. */
  readonly isPriority?: boolean;
  /** The lead story of a list: wide if there is room. */
  readonly isLead?: boolean;
  /** A field that the page itself shows, because all cards would have the same value. */
  readonly omits?: 'category' | 'author' | undefined;
  /** Renders title and preview, so that a search can mark its words. */
  readonly mark?: ((text: string) => ReactNode) | undefined;
  /** A passage of the text that a search found. */
  readonly passage?: string | null | undefined;
}

/** The cover: the post's picture, or its category's color and icon. */
function Cover({
  post,
  isPopular,
  isPriority,
  isLead,
}: {
  readonly post: Post;
  readonly isPopular: boolean;
  readonly isPriority: boolean;
  readonly isLead: boolean;
}) {
  const color = post.category?.color;
  const drawn = (
    <span
      className={styles.drawn}
      data-theme-color={color ?? 'indigo'}
      {...(isPopular && !color && { style: { background: POPULAR_CARD_COLOR, color: '#fff' } })}
    >
      <CategoryIcon category={post.category ?? { name: '', icon: null }} />
    </span>
  );
  if (!post.featuredImage) return drawn;
  return (
    <Image
      src={post.featuredImage}
      alt=""
      sizes={isLead ? LEAD_SIZES : CARD_SIZES}
      isPriority={isPriority}
      className={styles.picture}
      fallback={drawn}
    />
  );
}

type WordsProps = Required<Pick<PostCardProps, 'post' | 'headingLevel' | 'mark'>>;

function Title({ post, headingLevel, mark }: WordsProps) {
  const Heading = `h${headingLevel}` as const;
  const site = useSite();
  return (
    <Heading className={styles.title} lang={textLanguage(post, site)} dir="auto">
      <Link to={paths.post(post)} className={styles.link}>
        {mark ? mark(post.title) : post.title}
      </Link>
    </Heading>
  );
}

/** The excerpt, or the beginning of the text. */
function Preview({ post, mark }: WordsProps) {
  const site = useSite();
  return (
    <p className={styles.preview} lang={textLanguage(post, site)} dir="auto">
      {mark ? mark(post.preview) : post.preview}
    </p>
  );
}

/**
 * What a card shows between category and author, in this order. Each field that editors write needs an entry here: its text, null, or its own place
 * in the card. Without one, this does not compile.
 */
const WORDS: Readonly<Record<WordsField, ((props: WordsProps) => ReactNode) | null>> = {
  title: Title,
  excerpt: Preview,
};

/** A post as lists show it; the whole card is a link to the post, named by its title. */
export function PostCard({
  post,
  dates = 'relative',
  headingLevel = 3,
  isPriority = false,
  isLead = false,
  omits,
  mark,
  passage,
}: PostCardProps) {
  const published = post.publishedAt ?? post.createdAt;
  const site = useSite();
  const Act = useStore(cardAct, () => null);
  return (
    <article className={styles.card} data-lead={isLead || undefined}>
      <div className={styles.cover}>
        <Cover post={post} isPopular={dates === 'popular'} isPriority={isPriority} isLead={isLead} />
      </div>
      <div className={styles.body}>
        <div className={styles.labels}>
          {post.category && omits !== 'category' && <CategoryBadge category={post.category} />}
          {post.readingMinutes > 0 && <span className={styles.minutes}>{readingTime(post.readingMinutes)}</span>}
        </div>
        {Object.entries(WORDS).map(
          ([field, Words]) => Words && <Words key={field} post={post} headingLevel={headingLevel} mark={mark} />,
        )}
        {passage && (
          <p className={styles.passage} lang={textLanguage(post, site)} dir="auto">
            {mark ? mark(passage) : passage}
          </p>
        )}
        <div className={styles.meta}>
          {omits !== 'author' && (
            <>
              <Avatar person={post.author} size={28} />
              <span className={styles.author}>{personName(post.author)}</span>
            </>
          )}
          <PostTime instant={published} as={dates === 'popular' ? 'short' : 'age'} />
        </div>
        <div className={styles.foot}>
          <span className={styles.count}>
            <Icon icon={lineEye} /> {compactNumber(post.viewCount)} <span className="visually-hidden">views</span>
          </span>
          <span className={styles.count}>
            <Icon icon={lineHeart} /> {compactNumber(post.likesCount)} <span className="visually-hidden">likes</span>
          </span>
          <span className={styles.count}>
            <Icon icon={lineComment} /> {compactNumber(post.commentsCount)}{' '}
            <span className="visually-hidden">comments</span>
          </span>
          <Link to={paths.post(post)} className={styles.more}>
            Read More <span className="visually-hidden">: {post.title}</span>
          </Link>
        </div>
      </div>
      {Act && <Act post={post} />}
    </article>
  );
}
