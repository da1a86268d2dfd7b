import type { PostCard as Post } from '@inkwell/shared/posts';
import type { ReactNode } from 'react';
import styles from './post-card.module.css';
import { PostCard } from './post-card.tsx';
import { LoadingRegion, Skeleton } from './skeleton.tsx';

interface PostCardGridProps {
  readonly posts: readonly Post[];
  readonly dates?: 'relative' | 'popular';
  readonly headingLevel?: 2 | 3;
  /** How many of the first pictures are likely on screen at once. */
  readonly priorityCount?: number;
  /** Whether the posts are numbered parts of a series. */
  readonly isOrdered?: boolean;
  /** Whether the first story leads the list. */
  readonly hasLead?: boolean;
  readonly omits?: 'category' | 'author' | undefined;
  readonly mark?: (text: string) => ReactNode;
  /** One for each post, in the same order. */
  readonly passages?: readonly (string | null)[] | undefined;
}

/** Cards in as many columns as fit. */
export function PostCardGrid({
  posts,
  priorityCount = 0,
  hasLead = false,
  isOrdered = false,
  passages,
  ...look
}: PostCardGridProps) {
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <List className="card-grid" data-ordered={isOrdered || undefined}>
      {posts.map((post, index) => (
        <li key={post.id}>
          <PostCard
            post={post}
            isPriority={index < priorityCount}
            isLead={hasLead && index === 0}
            passage={passages?.[index]}
            {...look}
          />
        </li>
      ))}
    </List>
  );
}

/** Skeletons of loading cards. Product §9: six in lists. */
export function PostCardSkeletons({
  count = 6,
  label = 'Loading posts',
}: {
  readonly count?: number;
  readonly label?: string;
}) {
  return (
    <LoadingRegion label={label} className="card-grid">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stand-ins have no identity
        <div key={index} className={styles.card} data-testid="post-skeleton">
          <div className={styles.cover}>
            <Skeleton height="100%" />
          </div>
          <div className={styles.body}>
            <Skeleton width="6rem" height="1.5rem" />
            <Skeleton height="1.75rem" />
            <Skeleton height="3.5rem" />
            <Skeleton width="60%" height="1.25rem" />
          </div>
        </div>
      ))}
    </LoadingRegion>
  );
}
