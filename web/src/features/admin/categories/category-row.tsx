import type { Category } from '@inkwell/shared/categories';
import { counted } from '@inkwell/shared/format';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { CategoryIcon } from '../../../components/category-icon.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { paths } from '../../../lib/paths.ts';
import styles from '../admin.module.css';
import { useDeleteCategory, useMergeCategory } from '../api/categories.ts';
import { OrderButtons } from '../components/order-buttons.tsx';
import { RowDelete, RowDialog, StaffRow } from '../components/staff-row.tsx';
import { CategoryDialog } from './category-dialog.tsx';

interface CategoryRowProps {
  readonly category: Category;
  readonly others: readonly Category[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly canMerge: boolean;
  readonly onMove: (by: -1 | 1) => void;
}

interface MergeDialogProps {
  readonly title: string;
  /** A sentence that says what happens. */
  readonly children: string;
  readonly targets: readonly { readonly value: string; readonly label: string }[];
  readonly isPending: boolean;
  readonly onMerge: (into: string) => void;
  readonly onClose: () => void;
}

/** Asks for the target of a merge. */
function MergeDialog({ title, children, targets, isPending, onMerge, onClose }: MergeDialogProps) {
  const [into, setInto] = useState(targets[0]?.value ?? '');
  return (
    <ConfirmDialog
      isOpen
      title={title}
      confirmLabel="Merge"
      pendingLabel="Merging..."
      isPending={isPending}
      options={
        <NativeSelect
          label="Into"
          value={into}
          data={[...targets]}
          onChange={(event) => setInto(event.currentTarget.value)}
        />
      }
      onConfirm={() => into && onMerge(into)}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}

export function CategoryRow({ category, others, isFirst, isLast, canMerge, onMove }: CategoryRowProps) {
  const { id, name, description, postCount, color } = category;
  const merge = useMergeCategory();
  const remove = useDeleteCategory();
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
              {(close) => (
                <MergeDialog
                  title={`Merge ${name}`}
                  targets={others.map((other) => ({ value: String(other.id), label: other.name }))}
                  isPending={merge.isPending}
                  onMerge={(into) => merge.mutate({ id, into: Number(into) }, { onSuccess: close })}
                  onClose={close}
                >
                  {`All posts of ${name} move to another category, and its addresses lead there. This cannot be undone.`}
                </MergeDialog>
              )}
            </RowDialog>
          )}
          <RowDelete
            noun="Category"
            name={name}
            question="Only a category without posts and drafts can be deleted."
            isPending={remove.isPending}
            onConfirm={(done) => {
              done();
              remove.mutate(id);
            }}
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
