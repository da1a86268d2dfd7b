import '../../../styles/mantine-forms.css';
import type { Category } from '@inkwell/shared/categories';
import { counted } from '@inkwell/shared/format';
import { linePlus } from '@inkwell/shared/line-icons';
import { canMergeCategories } from '@inkwell/shared/permissions';
import { ButtonLink } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { EmptyState, LoadError, StaleBanner } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import { useViewer } from '../../../lib/session.tsx';
import styles from '../admin.module.css';
import { staffCategories, useOrderCategories } from '../api/categories.ts';
import { useStaffQuery } from '../api/unauthorized.ts';
import { CategoryRow } from '../categories/category-row.tsx';
import { LoadingRows } from '../components/paged-list.tsx';
import { moveByKey } from '../components/row-keys.tsx';
import { staffPage } from '../components/staff-page.tsx';
import { useReorder } from '../components/use-reorder.ts';

/** `/admin/categories`: all categories in the order in which readers see them. */
export const Component = staffPage({ title: 'Categories', hasHead: true }, CategoryList);

function CategoryList() {
  const query = useStaffQuery(staffCategories());
  const { data: categories, isPending } = query;
  return (
    <>
      <PageHead count={categories ? counted(categories.length, 'category', 'categories') : ''}>
        {categories?.length !== 0 && (
          <ButtonLink to={paths.createCategory} size="small" icon={<Icon icon={linePlus} />}>
            New Category
          </ButtonLink>
        )}
      </PageHead>
      {isPending && <LoadingRows noun="categories" rowHeight={56} height={6 * 56} />}
      {!categories && !isPending && <LoadError title="Failed to load categories" query={query} />}
      {categories?.length === 0 && (
        <EmptyState
          title="No Categories Yet"
          actions={<ButtonLink to={paths.createCategory}>Create First Category</ButtonLink>}
        >
          Categories help readers find what they care about.
        </EmptyState>
      )}
      {categories && categories.length > 0 && (
        <>
          <StaleBanner query={query} what="These categories" />
          <Ordered categories={categories} />
        </>
      )}
    </>
  );
}

function Ordered({ categories }: { readonly categories: readonly Category[] }) {
  const canMerge = canMergeCategories(useViewer());
  const order = useOrderCategories();
  const { items, listRef, move, said } = useReorder({
    items: categories,
    nameOf: ({ name }) => name,
    save: (next) => order.mutateAsync(next.map(({ id }) => id)),
  });
  return (
    <>
      <h2 className="visually-hidden">All categories</h2>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <ol ref={listRef} className={styles.rows} onKeyDown={moveByKey}>
        {items.map((category, index) => (
          <CategoryRow
            key={category.id}
            category={category}
            others={items.filter(({ id }) => id !== category.id)}
            isFirst={index === 0}
            isLast={index === items.length - 1}
            canMerge={canMerge}
            onMove={(by) => move(category.id, by)}
          />
        ))}
      </ol>
    </>
  );
}
