import '../../../components/mantine-parts.ts';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { useDiscardGuard } from '../../../components/discard-guard.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { type Refusal, StaffGate } from '../../../components/staff-gate.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { CategoryForm, useCategoryForm } from '../components/category-form.tsx';
import styles from '../create-category.module.css';

/** Product §8. */
const UNAUTHORIZED: Refusal = {
  title: 'Unauthorized',
  message: "You don't have permission to create categories.",
};

function CreateCategoryForm() {
  const navigate = useNavigate();
  const isCreated = useRef(false);
  const category = useCategoryForm(() => {
    isCreated.current = true;
    void navigate(paths.home);
  });
  const { form, saved, isPending } = category;
  const guard = useDiscardGuard(
    () => !isCreated.current && form.isDirty(),
    isPending
      ? 'The category is being created. If that fails, your text will be lost.'
      : 'The category has not been created, and your text will be lost.',
    () => saved.write(null),
  );
  return (
    <div className={`container ${styles.page}`}>
      <PageHead title="Create New Category" />
      <CategoryForm
        category={category}
        onDiscard={() => guard.ask(form.reset)}
        onCancel={() => void navigate(paths.home)}
      />
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
