import type { CategoryRef } from '@inkwell/shared/categories';
import { Link } from 'react-router';
import { paths } from '../lib/paths.ts';
import styles from './category-badge.module.css';
import { CategoryIcon } from './category-icon.tsx';

/** A category next to a post, in its theme's color; links to its posts. */
export function CategoryBadge({ category }: { readonly category: CategoryRef }) {
  return (
    <Link className={styles.badge} to={paths.category(category.id)} data-theme-color={category.color ?? 'indigo'}>
      <CategoryIcon category={category} />
      <span className="one-line">{category.name}</span>
    </Link>
  );
}
