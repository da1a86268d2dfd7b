import { readCategoryId } from '@inkwell/shared/category-icons';
import { inOwnOrder } from '@inkwell/shared/category-order';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { CategoryBadge } from '../../../components/category-badge.tsx';
import { usePageTitle } from '../../../lib/title.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import { openedList, PostListPage } from './post-list-page.tsx';
import styles from './posts-page.module.css';

/** All Posts, or the posts of one category with `?category=`. Product §2. */
export function Component() {
  const [search] = useSearchParams();
  const categoryId = readCategoryId(search.get('category'));
  const categories = useQuery(categoryQueries.list());
  const list = useInfiniteQuery(openedList(categoryId));
  // Posts of a merged category have its target.
  const category = categories.data?.find(({ id }) => id === categoryId) ?? list.data?.pages[0]?.items[0]?.category;
  const title = categoryId === null ? 'All Posts' : (category?.name ?? 'Posts');
  usePageTitle(title);
  const follow = categoryId === null ? null : { kind: 'category' as const, id: String(category?.id ?? categoryId) };
  return (
    <PostListPage title={title} list={list} follow={follow} {...(categoryId !== null && { common: 'category' })}>
      {categoryId === null && !categories.isFetched && <div className={styles.categories} />}
      {categoryId === null && categories.data && categories.data.length > 0 && (
        <nav className={styles.categories} aria-label="Categories">
          <ul className="list">
            {inOwnOrder(categories.data).map((one) => (
              <li key={one.id}>
                <CategoryBadge category={one} />
              </li>
            ))}
          </ul>
        </nav>
      )}
    </PostListPage>
  );
}
