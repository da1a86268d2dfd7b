import { lazyDialog } from '../../../components/lazy-dialog.tsx';
import type { PostEditor } from '../use-post-editor.ts';

const CreateCategoryDialog = lazyDialog(
  async () => (await import('../../create-category/create-category-dialog.tsx')).CreateCategoryDialog,
  'A category could not be created',
);

/** The dialog that creates a category and chooses it for the post. It has a form, so it stands outside the form of the post. */
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
