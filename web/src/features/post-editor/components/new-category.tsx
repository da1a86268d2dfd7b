import { lazyDialog } from '../../../components/lazy-dialog.tsx';
import type { PostEditor } from '../use-post-editor.ts';

const CreateCategoryDialog = lazyDialog(
  async () => (await import('../../create-category/create-category-dialog.tsx')).CreateCategoryDialog,
  'A category could not be created',
);

/** The dialog that creates a category and selects it for the post. It contains a form, so it is outside the post's form. */
export function NewCategory({ editor }: { readonly editor: PostEditor }) {
  return (
    editor.isCreatingCategory && (
      <CreateCategoryDialog
        onCreated={({ id }) => editor.set('categoryId', String(id))}
        onClose={() => editor.setCreatingCategory(false)}
      />
    )
  );
}
