import { CATEGORIES_LEAD, type Category } from '@inkwell/shared/categories';
import { inOwnOrder } from '@inkwell/shared/category-order';
import { linePlus } from '@inkwell/shared/line-icons';
import { canCreateCategory } from '@inkwell/shared/permissions';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { EmptyState, LoadError, StaleBanner } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import { useViewer } from '../../../lib/session.tsx';
import { usePageTitle } from '../../../lib/title.ts';
import { categoryQueries } from '../api/queries.ts';
import { CategoryGrid, CategorySkeletons } from '../components/category-grid.tsx';
import styles from './categories-page.module.css';

interface Props {
  /** Shown below the categories, once they have loaded or failed, so that nothing moves. */
  readonly below: ReactNode;
}

interface CategoriesProps {
  readonly query: UseQueryResult<readonly Category[]>;
  readonly canCreate: boolean;
}

function Categories({ query, canCreate }: CategoriesProps) {
  const { data: categories, isPending } = query;

  if (isPending) return <CategorySkeletons />;
  if (!categories) return <LoadError title="Categories could not be loaded" query={query} />;
  if (categories.length > 0) {
    return (
      <>
        <StaleBanner query={query} what="These categories" />
        <CategoryGrid categories={inOwnOrder(categories)} />
      </>
    );
  }
  return (
    <EmptyState
      title="No Categories Yet"
      actions={canCreate && <ButtonLink to={paths.createCategory}>Create First Category</ButtonLink>}
    >
      {canCreate
        ? 'Categories help readers find what they care about. Create the first one.'
        : 'Categories help you find what you care about. The first ones will be here soon.'}
    </EmptyState>
  );
}

/** All categories; each opens its posts. Product §2. */
export function Component({ below }: Props) {
  const canCreate = canCreateCategory(useViewer());
  const query = useQuery({ ...categoryQueries.list(), refetchOnWindowFocus: 'always' });
  usePageTitle('Categories');
  return (
    <>
      <div className={`container ${styles.page}`}>
        <header className={styles.head}>
          <div className={styles.titles}>
            <h1>Categories</h1>
            <p className="muted">{CATEGORIES_LEAD}</p>
          </div>
          {canCreate && (
            <ButtonLink to={paths.createCategory} icon={<Icon icon={linePlus} />}>
              Add New Category
            </ButtonLink>
          )}
        </header>
        <Categories query={query} canCreate={canCreate} />
        {canCreate && (
          <aside className={styles.more} aria-label="More categories">
            <p>Missing a subject?</p>
            <ButtonLink to={paths.createCategory} variant="secondary">
              Create Category
            </ButtonLink>
          </aside>
        )}
      </div>
      <div className="container">{query.isFetched && below}</div>
    </>
  );
}
