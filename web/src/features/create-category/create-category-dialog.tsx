import type { Category } from '@inkwell/shared/categories';
import { Dialog } from '../../components/dialog.tsx';
import { CategoryForm, useCategoryForm } from './components/category-form.tsx';

interface CreateCategoryDialogProps {
  readonly onCreated: (category: Category) => void;
  readonly onClose: () => void;
}

/** Creates a category in a dialog above another form. Closing it keeps the input for the next time. */
export function CreateCategoryDialog({ onCreated, onClose }: CreateCategoryDialogProps) {
  const category = useCategoryForm((created) => {
    onCreated(created);
    onClose();
  });
  const close = () => {
    if (!category.isPending) onClose();
  };
  return (
    <Dialog onClose={close} title="Create New Category">
      <CategoryForm
        category={category}
        onDiscard={() => {
          category.saved.write(null);
          category.form.reset();
        }}
        onCancel={close}
      />
    </Dialog>
  );
}
