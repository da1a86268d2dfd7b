import { type Category, CategoryInput } from '@inkwell/shared/categories';
import { type CategoryIcon, iconClass, iconFromClass } from '@inkwell/shared/category-icons';
import { Modal, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { Button } from '../../../components/button.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { useFocusBack } from '../../../hooks/use-focus-back.ts';
import { ChoiceField } from '../../create-category/components/choice-field.tsx';
import { useUpdateCategory } from '../api/categories.ts';

interface Values {
  readonly name: string;
  readonly description: string;
  readonly icon: CategoryIcon | null;
}

/** Changes the name, description, icon and color of a category. */
export function CategoryDialog({ category, onClose }: { readonly category: Category; readonly onClose: () => void }) {
  useFocusBack();
  const update = useUpdateCategory();
  const form = useForm<Values>({
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
    if (update.isPending) return;
    const isOther = icon !== iconFromClass(category.icon);
    const body = {
      name: name.trim(),
      description: description.trim() || null,
      ...(isOther && icon && { icon: iconClass(icon) }),
    };
    update.mutate({ id: category.id, body }, { onSuccess: onClose });
  });
  return (
    <Modal opened onClose={close} title={`Edit ${category.name}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form noValidate aria-label="Category" onSubmit={submit}>
        <TextInput
          label="Name"
          withAsterisk
          data-autofocus
          readOnly={update.isPending}
          {...form.getInputProps('name')}
        />
        <Textarea label="Description" rows={3} readOnly={update.isPending} {...form.getInputProps('description')} />
        <ChoiceField value={form.values.icon} onChange={(icon) => form.setFieldValue('icon', icon)} />
        <DialogActions>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" isPending={update.isPending}>
            {update.isPending ? 'Saving...' : 'Save'}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
