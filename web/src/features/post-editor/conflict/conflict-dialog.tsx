import type { PostForm } from '@inkwell/shared/posts';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { categoryQueries } from '../../categories/api/queries.ts';
import styles from '../post-editor.module.css';
import { FIELD_LABELS } from '../post-form.ts';
import { differingFields } from './merge-forms.ts';

/** Two versions that both have a right to live, and the ways out. */
export interface VersionChoice {
  readonly title: string;
  /** Where the other version comes from, and what is asked. */
  readonly intro: string;
  readonly mine: PostForm;
  readonly theirs: PostForm;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
  readonly mergeBoth: () => void;
  /** Back to the form, with nothing decided. */
  readonly dismiss: () => void;
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
export function ConflictDialog({ choice }: { readonly choice: VersionChoice | null }) {
  const textOf = useFieldText();
  if (!choice) return null;
  const { mine, theirs } = choice;
  return (
    <Modal
      opened
      onClose={choice.dismiss}
      size="64rem"
      title={choice.title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p>{choice.intro}</p>
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
          <Button variant="secondary" onClick={choice.takeTheirs}>
            Use Their Version
          </Button>
          <Button variant="secondary" onClick={choice.keepMine}>
            Keep My Version
          </Button>
          <Button onClick={choice.mergeBoth}>Merge Both</Button>
        </div>
        <p className={styles.hint}>
          If you use their version, yours is kept as a draft in this browser. If you keep yours, it replaces theirs.
        </p>
      </div>
    </Modal>
  );
}
