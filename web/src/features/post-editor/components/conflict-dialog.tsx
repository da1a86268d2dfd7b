import type { PostForm } from '@inkwell/shared/posts';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { categoryQueries } from '../../categories/api/queries.ts';
import { differingFields } from '../conflict/merge-forms.ts';
import styles from '../post-editor.module.css';
import { FIELD_LABELS } from '../post-form.ts';
import type { Choice, Versions } from '../session/versions.ts';

interface ConflictDialogProps {
  readonly versions: Versions | null;
  /** `later`: back to the form, with nothing decided. */
  readonly onChoose: (choice: Choice) => void;
}

function useFieldText(): (form: PostForm, field: keyof PostForm) => string {
  const { data: categories = [] } = useQuery(categoryQueries.list());
  return (form, field) => {
    if (field === 'isPublished') return form.isPublished ? 'Published' : 'Draft';
    if (field !== 'categoryId') return form[field] || '(empty)';
    return categories.find(({ id }) => String(id) === form.categoryId)?.name ?? 'No category';
  };
}

function Version({ owner, field, text }: { readonly owner: string; readonly field: string; readonly text: string }) {
  return (
    <figure className={styles.version}>
      <figcaption>{owner}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable text has to be reachable by keyboard (WCAG 2.1.1) */}
      <section tabIndex={0} aria-label={`${field}, ${owner.toLowerCase()}`}>
        {text}
      </section>
    </figure>
  );
}

/** Shows both versions where they differ, and lets the writer choose. Nothing is lost either way. */
export function ConflictDialog({ versions, onChoose }: ConflictDialogProps) {
  const textOf = useFieldText();
  if (!versions) return null;
  const { mine, theirs } = versions;
  return (
    <Modal
      opened
      onClose={() => onChoose('later')}
      size="64rem"
      title={versions.title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p>{versions.intro}</p>
      <div className={styles.versions}>
        {differingFields({ mine, theirs }).map((field) => (
          <section key={field}>
            <h3>{FIELD_LABELS[field]}</h3>
            <div className={styles.pair}>
              <Version owner="Your version" field={FIELD_LABELS[field]} text={textOf(mine, field)} />
              <Version owner="Their version" field={FIELD_LABELS[field]} text={textOf(theirs, field)} />
            </div>
          </section>
        ))}
        <div className={styles.actions}>
          <Button variant="secondary" onClick={() => onChoose('theirs')}>
            Use Their Version
          </Button>
          <Button variant="secondary" onClick={() => onChoose('mine')}>
            Keep My Version
          </Button>
          <Button onClick={() => onChoose('both')}>Merge Both</Button>
        </div>
        <p className={styles.hint}>
          If you use their version, yours is kept as a draft in this browser. If you keep yours, it replaces theirs.
        </p>
      </div>
    </Modal>
  );
}
