import '../../../styles/mantine-forms.css';
import { type Category, CategoryInput } from '@inkwell/shared/categories';
import { iconClass, iconFromClass } from '@inkwell/shared/category-icons';
import { counted } from '@inkwell/shared/format';
import { linePlus } from '@inkwell/shared/line-icons';
import { canMergeCategories } from '@inkwell/shared/permissions';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { Link } from 'react-router';
import { ButtonLink } from '../../../components/button.tsx';
import { CategoryIcon } from '../../../components/category-icon.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { EmptyState, LoadError, StaleBanner } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import { useViewer } from '../../../lib/session.tsx';
import { ChoiceField } from '../../create-category/components/choice-field.tsx';
import styles from '../admin.module.css';
import {
  staffCategories,
  useDeleteCategory,
  useMergeCategory,
  useOrderCategories,
  useUpdateCategory,
} from '../api/categories.ts';
import { useStaffQuery } from '../api/unauthorized.ts';
import { OrderButtons } from '../components/order-buttons.tsx';
import { LoadingRows } from '../components/paged-list.tsx';
import { moveByKey } from '../components/row-keys.tsx';
import { staffPage } from '../components/staff-page.tsx';
import { RowDelete, RowDialog, StaffRow } from '../components/staff-row.tsx';
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

interface CategoryRowProps {
  readonly category: Category;
  readonly others: readonly Category[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly canMerge: boolean;
  readonly onMove: (by: -1 | 1) => void;
}

interface MergeDialogProps extends Pick<CategoryRowProps, 'category' | 'others'> {
  /** That of the row, so that a merge in progress is known when its dialog opens again. */
  readonly merge: ReturnType<typeof useMergeCategory>;
  readonly onClose: () => void;
}

/** Asks for the target of a merge. */
function MergeDialog({ category: { id, name }, others, merge, onClose }: MergeDialogProps) {
  const [into, setInto] = useState(others[0]?.id);
  return (
    <ConfirmDialog
      isOpen
      title={`Merge ${name}`}
      confirmLabel="Merge"
      pendingLabel="Merging..."
      isPending={merge.isPending}
      options={
        <NativeSelect
          label="Into"
          value={into}
          data={others.map((other) => ({ value: String(other.id), label: other.name }))}
          onChange={(event) => setInto(Number(event.currentTarget.value))}
        />
      }
      onConfirm={() => into !== undefined && merge.mutate({ id, into }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {`All posts of ${name} move to another category, and its addresses lead there. This cannot be undone.`}
    </ConfirmDialog>
  );
}

function CategoryRow({ category, others, isFirst, isLast, canMerge, onMove }: CategoryRowProps) {
  const { id, name, description, postCount, color } = category;
  const remove = useDeleteCategory(id);
  const merge = useMergeCategory();
  return (
    <StaffRow
      data-order-row={id}
      start={
        <span className={styles.categoryIcon} data-theme-color={color ?? 'indigo'}>
          <CategoryIcon category={category} />
        </span>
      }
      name={<Link to={paths.category(id)}>{name}</Link>}
      badges={<span className={styles.meta}>{counted(postCount, 'post', 'posts')}</span>}
      actsClass={`${styles.rowActions} ${styles.indented}`}
      acts={
        <>
          <OrderButtons name={name} isFirst={isFirst} isLast={isLast} onMove={onMove} />
          <RowDialog label="Edit">{(close) => <CategoryDialog category={category} onClose={close} />}</RowDialog>
          {canMerge && others.length > 0 && (
            <RowDialog label="Merge">
              {(close) => <MergeDialog category={category} others={others} merge={merge} onClose={close} />}
            </RowDialog>
          )}
          <RowDelete
            noun="Category"
            name={name}
            question="Only a category without posts and drafts can be deleted."
            remove={remove}
            closesAtOnce
          />
        </>
      }
    >
      {description && (
        <p className={styles.meta} dir="auto">
          {description}
        </p>
      )}
    </StaffRow>
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

/** Changes the name, description, icon and color of a category. */
function CategoryDialog({ category, onClose }: { readonly category: Category; readonly onClose: () => void }) {
  const update = useUpdateCategory();
  const form = useForm({
    initialValues: {
      name: category.name,
      description: category.description ?? '',
      icon: iconFromClass(category.icon),
    },
    validate: schemaResolver(CategoryInput, { sync: true }),
  });
  const close = () => {
    if (!update.isPending) onClose();
  };
  const submit = form.onSubmit(({ name, description, icon }) => {
    const isOther = icon !== iconFromClass(category.icon);
    const body = {
      name: name.trim(),
      description: description.trim() || null,
      ...(isOther && icon && { icon: iconClass(icon) }),
    };
    update.mutate({ id: category.id, body }, { onSuccess: onClose });
  });
  return (
    <FormDialog
      title={`Edit ${category.name}`}
      confirmLabel="Save"
      pendingLabel="Saving..."
      isPending={update.isPending}
      name="Category"
      className=""
      onSubmit={submit}
      onClose={close}
    >
      <TextInput label="Name" withAsterisk data-autofocus readOnly={update.isPending} {...form.getInputProps('name')} />
      <Textarea label="Description" rows={3} readOnly={update.isPending} {...form.getInputProps('description')} />
      <ChoiceField value={form.values.icon} onChange={(icon) => form.setFieldValue('icon', icon)} />
    </FormDialog>
  );
}
