import '../../../styles/mantine-forms.css';
import '../../../styles/mantine-overlays.css';
import { CategoryInput } from '@inkwell/shared/categories';
import { CATEGORY_CHOICES, type CategoryIcon, iconClass, themeOfIcon } from '@inkwell/shared/category-icons';
import { Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../components/button.tsx';
import { useDiscardGuard } from '../../../components/discard-guard.tsx';
import { RestoredBanner } from '../../../components/restored-banner.tsx';
import { type Refusal, StaffGate } from '../../../components/staff-gate.tsx';
import { FORM_LIFE_MS, useAutosavedFields } from '../../../hooks/use-autosaved-fields.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { useCreateCategory } from '../api/mutations.ts';
import { CategoryPreview } from '../components/category-preview.tsx';
import { ChoiceField } from '../components/choice-field.tsx';
import styles from '../create-category.module.css';

/** Product §8. */
const UNAUTHORIZED: Refusal = {
  title: 'Unauthorized',
  message: "You don't have permission to create categories.",
};

interface Values {
  readonly name: string;
  readonly description: string;
  readonly icon: CategoryIcon | null;
}

function CreateCategoryForm() {
  const navigate = useNavigate();
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
  const { name, description, icon } = form.values;
  const iconNames = icon && iconClass(icon);

  const isCreated = useRef(false);
  const guard = useDiscardGuard(
    () => !isCreated.current && form.isDirty(),
    create.isPending
      ? 'The category is being created. Should that fail, what you wrote will be gone.'
      : 'The category is not created yet, and what you wrote will be gone.',
    () => saved.write(null),
  );

  const submit = form.onSubmit(() => {
    if (create.isPending) return;
    const body = {
      name: name.trim(),
      description: description.trim() || null,
      ...(iconNames && { icon: iconNames, color: themeOfIcon(iconNames) }),
    };
    const leave = () => {
      isCreated.current = true;
      saved.write(null);
      void navigate(paths.home);
    };
    create.mutate({ body, attempt: saved.attempt() }, { onSuccess: leave });
  });

  return (
    <div className={`container ${styles.page}`}>
      <h1>Create New Category</h1>
      <form noValidate aria-label="New category" className={styles.form} onSubmit={submit}>
        <RestoredBanner
          isRestored={saved.isRestored}
          isPending={create.isPending}
          onDiscard={() => guard.ask(form.reset)}
        />
        <TextInput
          label="Name"
          placeholder="e.g. Technology"
          withAsterisk
          readOnly={create.isPending}
          {...form.getInputProps('name')}
        />
        <Textarea
          label="Description"
          placeholder="What are posts in this category about?"
          rows={3}
          readOnly={create.isPending}
          {...form.getInputProps('description')}
        />
        <ChoiceField value={icon} onChange={(chosen) => form.setFieldValue('icon', chosen)} />
        {name.trim() && <CategoryPreview name={name.trim()} description={description.trim()} icon={iconNames} />}
        <div className={styles.actions}>
          <Button variant="secondary" onClick={() => void navigate(paths.home)}>
            Cancel
          </Button>
          <Button type="submit" isPending={create.isPending}>
            {create.isPending ? 'Creating...' : 'Create Category'}
          </Button>
        </div>
      </form>
      {guard.question}
    </div>
  );
}

/** `/create-category`: renders nothing until the session is known. Product §2. */
export function Component() {
  usePageTitle('Create Category');
  return (
    <StaffGate refusal={UNAUTHORIZED} whileUnknown={null}>
      {() => <CreateCategoryForm />}
    </StaffGate>
  );
}
