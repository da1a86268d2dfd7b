import type { PostForm } from '@inkwell/shared/posts';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Button } from '../../../components/button.tsx';
import { useAuthorNames } from '../../authors/api/names.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import { useSeriesNames } from '../../series/api/queries.ts';
import { useTagNames } from '../../tags/api/queries.ts';
import { differingFields } from '../conflict/merge-forms.ts';
import styles from '../post-editor.module.css';
import { FIELD_LABELS } from '../post-form.ts';
import { ChangedText } from '../revisions/changed-text.tsx';
import { abridged, wordChanges } from '../revisions/word-changes.ts';
import type { Choice, Versions } from '../session/versions.ts';

interface ConflictDialogProps {
  readonly versions: Versions | null;
  /** `later`: back to the form, without a decision. */
  readonly onChoose: (choice: Choice) => void;
}

/** A form holds ids as one text. */
const idsIn = (text: string): string[] => text.split(',').filter(Boolean);

function useFieldText({ mine, theirs }: Versions): (form: PostForm, field: keyof PostForm) => string {
  const { data: categories = [] } = useQuery(categoryQueries.list());
  const namesOf = {
    tagIds: useTagNames([idsIn(mine.tagIds), idsIn(theirs.tagIds)]),
    authorIds: useAuthorNames([idsIn(mine.authorIds), idsIn(theirs.authorIds)]),
  };
  const seriesOf = useSeriesNames([mine.seriesId, theirs.seriesId]);
  return (form, field) => {
    if (field === 'isPublished') return form.isPublished ? 'Published' : 'Draft';
    if (field === 'seriesId') return seriesOf(form.seriesId);
    if (field === 'tagIds' || field === 'authorIds') return namesOf[field](idsIn(form[field]));
    const value = form[field];
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    if (field !== 'categoryId') return value || '(empty)';
    return categories.find(({ id }) => String(id) === form.categoryId)?.name ?? 'No category';
  };
}

interface DifferencesProps {
  readonly field: string;
  readonly mine: string;
  readonly theirs: string;
}

/** The differences, word by word. */
function Differences({ field, mine, theirs }: DifferencesProps) {
  const changes = useMemo(() => abridged(wordChanges(theirs, mine)), [theirs, mine]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable text has to be reachable by keyboard (WCAG 2.1.1)
    <section className={styles.differences} tabIndex={0} aria-label={`${field}, what differs`} dir="auto">
      <ChangedText changes={changes} />
    </section>
  );
}

function Version({ owner, field, text }: { readonly owner: string; readonly field: string; readonly text: string }) {
  return (
    <figure className={styles.version}>
      <figcaption className="fine">{owner}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable text has to be reachable by keyboard (WCAG 2.1.1) */}
      <section tabIndex={0} aria-label={`${field}, ${owner.toLowerCase()}`}>
        {text}
      </section>
    </figure>
  );
}

/** Shows both versions of each differing field, and lets the writer choose. No version is lost. */
export function ConflictDialog({ versions, onChoose }: ConflictDialogProps) {
  return versions && <OpenDialog versions={versions} onChoose={onChoose} />;
}

function OpenDialog({ versions, onChoose }: ConflictDialogProps & { readonly versions: Versions }) {
  const textOf = useFieldText(versions);
  const { mine, theirs } = versions;
  return (
    <Modal opened onClose={() => onChoose('later')} size="64rem" title={versions.title}>
      <p>{versions.intro}</p>
      <p className="fine">
        <ins>Underlined</ins>: only in your version. <del>Struck out</del>: only in theirs.
      </p>
      <div className={styles.versions}>
        {differingFields({ mine, theirs }).map((field) => (
          <section key={field}>
            <h3>{FIELD_LABELS[field]}</h3>
            <Differences field={FIELD_LABELS[field]} mine={textOf(mine, field)} theirs={textOf(theirs, field)} />
            <details>
              <summary>Both in full</summary>
              <div className={styles.pair}>
                <Version owner="Your version" field={FIELD_LABELS[field]} text={textOf(mine, field)} />
                <Version owner="Their version" field={FIELD_LABELS[field]} text={textOf(theirs, field)} />
              </div>
            </details>
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
        <p className="fine">
          If you use their version, yours is kept as a draft in this browser. If you keep yours, it replaces theirs.
        </p>
      </div>
    </Modal>
  );
}
