import { type Category, CategoryInput } from '@inkwell/shared/categories';
import { type CategoryIcon, iconClass, iconFromClass } from '@inkwell/shared/category-icons';
import { Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { ChoiceField } from '../../create-category/components/choice-field.tsx';
import { useUpdateCategory } from '../api/categories.ts';

interface Values {
  readonly name: string;
  readonly description: string;
  readonly icon: CategoryIcon | null;
}

/** Changes the name, description, icon and color of a category. */
export function CategoryDialog({ category, onClose }: { readonly category: Category; readonly onClose: () => void }) {
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
