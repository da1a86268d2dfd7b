import type { Post, PostForm } from '@inkwell/shared/posts';
import { personName } from '@inkwell/shared/users';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { ageInSentence } from '../../../lib/time.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import styles from '../editor.module.css';
import { FIELD_LABELS, formOf } from '../post-form.ts';
import { differingFields } from './merge-forms.ts';

/** A post that somebody else saved while it was being edited, and the ways out. */
interface PostConflict {
  readonly mine: PostForm;
  readonly theirs: Post;
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

/** Shows what the writer and somebody else made of one post, and lets the writer choose. Nothing is lost either way. */
export function ConflictDialog({ conflict }: { readonly conflict: PostConflict | null }) {
  const textOf = useFieldText();
  if (!conflict) return null;
  const { mine, theirs, keepMine, takeTheirs, mergeBoth, dismiss } = conflict;
  const theirForm = formOf(theirs);
  return (
    <Modal
      opened
      onClose={dismiss}
      size="64rem"
      title="This post was changed meanwhile"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p>
        Someone saved another version of this post by {personName(theirs.author)} {ageInSentence(theirs.updatedAt)},
        after you began to edit it. Nothing of yours has been saved or lost. Which version should the post have?
      </p>
      <div className={styles.versions}>
        {differingFields({ mine, theirs: theirForm }).map((field) => (
          <section key={field}>
            <h3>{FIELD_LABELS[field]}</h3>
            <div className={styles.pair}>
              <Version owner="Your version" field={FIELD_LABELS[field]} text={textOf(mine, field)} />
              <Version owner="Their version" field={FIELD_LABELS[field]} text={textOf(theirForm, field)} />
            </div>
          </section>
        ))}
        <div className={styles.actions}>
          <Button variant="secondary" onClick={takeTheirs}>
            Use Their Version
          </Button>
          <Button variant="secondary" onClick={keepMine}>
            Keep My Version
          </Button>
          <Button onClick={mergeBoth}>Merge Both</Button>
        </div>
        <p className={styles.hint}>
          If you use their version, yours is kept as a draft in this browser. If you keep yours, it replaces theirs.
        </p>
      </div>
    </Modal>
  );
}
