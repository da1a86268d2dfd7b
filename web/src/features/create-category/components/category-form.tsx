import { type Category, CategoryInput, categoryApi } from '@inkwell/shared/categories';
import { CATEGORY_CHOICES, themeOfIcon } from '@inkwell/shared/category-choices';
import { type CategoryIcon, iconClass } from '@inkwell/shared/category-icons';
import { Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { RestoredBanner } from '../../../components/restored-banner.tsx';
import { FORM_LIFE_MS, useAutosavedFields } from '../../../hooks/use-autosaved-fields.ts';
import { actionFailure } from '../../../lib/action-failure.ts';
import { call } from '../../../lib/api.ts';
import type { Attempt } from '../../../lib/autosave/fields.ts';
import { tellIfLate } from '../../../lib/tell-if-late.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import { statsQueries } from '../../stats/api/queries.ts';
import styles from '../create-category.module.css';
import { CategoryPreview } from './category-preview.tsx';
import { ChoiceField } from './choice-field.tsx';

interface Values {
  readonly name: string;
  readonly description: string;
  readonly icon: CategoryIcon | null;
}

interface Creation {
  readonly body: CategoryInput;
  /** The autosaved text is removed once it is sent, unless it has changed since. */
  readonly attempt: Attempt;
}

/**
 * Creates a category, shows the result, and refreshes lists and figures of categories. Repeating the same input repeats the same category, so that
 * after a lost answer its name is not taken. Product §7.
 */
function useCreateCategory() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, attempt }: Creation) =>
      tellIfLate(
        call(categoryApi.create, { body }, { headers: { 'Idempotency-Key': attempt.key(JSON.stringify(body)) } }),
      ),
    onSuccess: (category, { attempt }) => {
      attempt.sent();
      client.setQueryData(
        categoryQueries.list().queryKey,
        (all) => all && [...all.filter(({ id }) => id !== category.id), category],
      );
      toastSuccess('Success', 'Category created successfully!');
      void client.invalidateQueries({ queryKey: categoryQueries.list().queryKey });
      void client.invalidateQueries({ queryKey: statsQueries.stats().queryKey });
      void client.invalidateQueries({ queryKey: ['admin', 'analytics'] });
    },
    onError: (error) => toastError('Error', ...actionFailure('create category', error)),
    onSettled: (_category, _error, { attempt }) => attempt.release(),
  });
}

/** The autosaved fields of a new category, and how they are sent. */
export function useCategoryForm(onCreated: (category: Category) => void) {
  const saved = useAutosavedFields('create-category', {
    lifeMs: FORM_LIFE_MS,
    restore({ name = '', description = '', icon }) {
      const choice = CATEGORY_CHOICES.find((one) => one.icon === icon);
      form.setValues({ name, description, icon: choice?.icon ?? null });
      return true;
    },
  });
  const create = useCreateCategory();
  const form = useForm<Values>({
    initialValues: { name: '', description: '', icon: null },
    validate: schemaResolver(CategoryInput, { sync: true }),
    onValuesChange: ({ name, description, icon }) =>
      saved.write(name || description || icon ? { name, description, icon: icon ?? '' } : null),
  });

  const submit = form.onSubmit(({ name, description, icon }) => {
    if (create.isPending) return;
    const iconNames = icon && iconClass(icon);
    const body = {
      name: name.trim(),
      description: description.trim() || null,
      ...(iconNames && { icon: iconNames, color: themeOfIcon(iconNames) }),
    };
    const finish = (category: Category) => {
      saved.write(null);
      onCreated(category);
    };
    create.mutate({ body, attempt: saved.attempt() }, { onSuccess: finish });
  });
  return { saved, form, submit, isPending: create.isPending };
}

interface CategoryFormProps {
  readonly category: ReturnType<typeof useCategoryForm>;
  /** Called when the reader discards restored text. */
  readonly onDiscard: () => void;
  readonly onCancel: () => void;
}

export function CategoryForm({ category: { saved, form, submit, isPending }, onDiscard, onCancel }: CategoryFormProps) {
  const { name, description, icon } = form.values;
  return (
    <form noValidate aria-label="New category" className={styles.form} onSubmit={submit}>
      <RestoredBanner isRestored={saved.isRestored} isPending={isPending} onDiscard={onDiscard} />
      <TextInput
        label="Name"
        placeholder="e.g. Technology"
        withAsterisk
        data-autofocus
        readOnly={isPending}
        {...form.getInputProps('name')}
      />
      <Textarea
        label="Description"
        placeholder="What are posts in this category about?"
        rows={3}
        readOnly={isPending}
        {...form.getInputProps('description')}
      />
      <ChoiceField value={icon} onChange={(chosen) => form.setFieldValue('icon', chosen)} />
      {name.trim() && (
        <CategoryPreview name={name.trim()} description={description.trim()} icon={icon && iconClass(icon)} />
      )}
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" isPending={isPending}>
          {isPending ? 'Creating...' : 'Create Category'}
        </Button>
      </div>
    </form>
  );
}
