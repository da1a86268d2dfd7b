import type { Category } from '@inkwell/shared/categories';
import { counted } from '@inkwell/shared/format';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CategoryIcon } from '../../../components/category-icon.tsx';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { paths } from '../../../lib/paths.ts';
import styles from './category-grid.module.css';

interface CategoryGridProps {
  readonly categories: readonly Category[];
  readonly headingLevel?: 2 | 3;
  /** One line per category, without descriptions. */
  readonly isCompact?: boolean;
  readonly className?: string | undefined;
  /** A button at the end of each card. It must be above the card's link. */
  readonly action?: (category: Category) => ReactNode;
}

/** Categories as cards in the colors of their themes. A card opens the posts of its category. */
export function CategoryGrid({
  categories,
  headingLevel = 2,
  isCompact = false,
  className,
  action,
}: CategoryGridProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <ul className={[styles.grid, isCompact && styles.compact, className].filter(Boolean).join(' ')}>
      {categories.map((category) => (
        <li key={category.id}>
          <div className={styles.card} data-theme-color={category.color ?? 'indigo'}>
            <span className={styles.icon}>
              <CategoryIcon category={category} />
            </span>
            <Heading className={styles.name}>
              <Link className="card-link" to={paths.category(category.id)}>
                {category.name}
              </Link>
            </Heading>
            {category.description && !isCompact && <p className={styles.text}>{category.description}</p>}
            <p className={styles.count}>{counted(category.postCount, 'post', 'posts')}</p>
            {action?.(category)}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Skeletons of loading categories. Product §9: eight on the categories page. */
export function CategorySkeletons({ isCompact = false }: { readonly isCompact?: boolean }) {
  return (
    <LoadingRegion label="Loading categories" className={isCompact ? `${styles.grid} ${styles.compact}` : styles.grid}>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stand-ins have no identity
        <div key={index} className={`${styles.card} ${styles.skeleton}`} data-testid="category-skeleton">
          <Skeleton width="2rem" height="2rem" />
          <Skeleton width="60%" height="1.5rem" />
          {!isCompact && <Skeleton height="2.5rem" />}
        </div>
      ))}
    </LoadingRegion>
  );
}
