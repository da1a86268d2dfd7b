import type { Category } from '@inkwell/shared/categories';
import { counted } from '@inkwell/shared/format';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../components/button.tsx';
import { CategoryIcon } from '../../../components/category-icon.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { paths } from '../../../lib/paths.ts';
import { useDeleteCategory, useMergeCategory } from '../api/categories.ts';
import { MergeDialog } from '../components/merge-dialog.tsx';
import { OrderButtons } from '../components/order-buttons.tsx';
import { CategoryDialog } from './category-dialog.tsx';
import styles from './category-row.module.css';

interface CategoryRowProps {
  readonly category: Category;
  readonly others: readonly Category[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly canMerge: boolean;
  readonly onMove: (by: -1 | 1) => void;
}

export function CategoryRow({ category, others, isFirst, isLast, canMerge, onMove }: CategoryRowProps) {
  const { id, name, description, postCount, color } = category;
  const nameId = useId();
  const [asking, setAsking] = useState<'edit' | 'merge' | 'delete' | null>(null);
  const merge = useMergeCategory();
  const remove = useDeleteCategory();
  const close = () => setAsking(null);
  return (
    <li className={styles.category} data-order-row={id} data-row-stop tabIndex={-1} aria-labelledby={nameId}>
      <span className={styles.icon} data-theme-color={color ?? 'indigo'}>
        <CategoryIcon category={category} />
      </span>
      <div className={styles.body}>
        <div className={styles.titleLine}>
          <h3 id={nameId} dir="auto">
            <Link to={paths.category(id)}>{name}</Link>
          </h3>
          <span className={styles.count}>{counted(postCount, 'post', 'posts')}</span>
        </div>
        {description && (
          <p className={styles.description} dir="auto">
            {description}
          </p>
        )}
      </div>
      <div className={styles.acts}>
        <OrderButtons name={name} isFirst={isFirst} isLast={isLast} onMove={onMove} />
        <Button variant="quiet" size="small" aria-describedby={nameId} onClick={() => setAsking('edit')}>
          Edit
        </Button>
        {canMerge && others.length > 0 && (
          <Button variant="quiet" size="small" aria-describedby={nameId} onClick={() => setAsking('merge')}>
            Merge
          </Button>
        )}
        <Button
          variant="quiet"
          size="small"
          data-danger
          isPending={remove.isPending}
          aria-describedby={nameId}
          onClick={() => setAsking('delete')}
        >
          {remove.isPending ? 'Deleting...' : 'Delete'}
        </Button>
      </div>
      {asking === 'edit' && <CategoryDialog category={category} onClose={close} />}
      {asking === 'merge' && (
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
      <ConfirmDialog
        isOpen={asking === 'delete'}
        title="Delete Category"
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        isPending={remove.isPending}
        onConfirm={() => {
          close();
          remove.mutate(id);
        }}
        onClose={close}
      >
        {`Delete ${name}? Only a category without posts and drafts can be deleted.`}
      </ConfirmDialog>
    </li>
  );
}
