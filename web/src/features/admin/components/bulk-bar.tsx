import type { Category } from '@inkwell/shared/categories';
import { counted, wholeNumber } from '@inkwell/shared/format';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useBulkRun } from '../api/bulk-runs.ts';
import styles from './bulk-bar.module.css';
import { type Action, actionWith, NO_VALUES, ValueFields } from './bulk-values.tsx';
import type { EverythingChosen } from './choose-all.tsx';
import { TrashNote } from './trash-note.tsx';

interface Question {
  readonly title: string;
  readonly label: string;
  /** Button label, if it differs from the label. */
  readonly opener?: string;
  readonly pending: string;
  readonly question: (posts: string) => string;
}

const ASKED: Readonly<Record<Action, Question>> = {
  publish: {
    title: 'Publish Posts',
    label: 'Publish',
    pending: 'Publishing...',
    question: (posts) => `Publish ${posts}? Readers see them at once.`,
  },
  unpublish: {
    title: 'Unpublish Posts',
    label: 'Unpublish',
    pending: 'Unpublishing...',
    question: (posts) => `Unpublish ${posts}? Readers no longer find them.`,
  },
  category: {
    title: 'Change Category',
    label: 'Move',
    opener: 'Category',
    pending: 'Moving...',
    question: (posts) => `Move ${posts} to this category?`,
  },
  tags: {
    title: 'Change Tags',
    label: 'Change Tags',
    opener: 'Tags',
    pending: 'Changing...',
    question: (posts) => `Add tags to ${posts}, or remove some. Other tags stay.`,
  },
  authors: {
    title: 'Change Author',
    label: 'Change Author',
    opener: 'Author',
    pending: 'Changing...',
    question: (posts) => `Change the author of ${posts}? All earlier authors are replaced.`,
  },
  series: {
    title: 'Change Series',
    label: 'Change Series',
    opener: 'Series',
    pending: 'Changing...',
    question: (posts) => `Change the series of ${posts}? They come last in it, the oldest first.`,
  },
  featured: {
    title: 'Feature Posts',
    label: 'Save',
    opener: 'Featured',
    pending: 'Saving...',
    question: (posts) => `Change ${posts}? Featured posts are first on the pages of their category, tags and authors.`,
  },
  delete: {
    title: 'Delete Posts',
    label: 'Delete Posts',
    opener: 'Delete',
    pending: 'Deleting...',
    question: (posts) => `Are you sure you want to delete ${posts}? This action cannot be undone.`,
  },
  undelete: {
    title: 'Restore Posts',
    label: 'Restore',
    pending: 'Restoring...',
    question: (posts) => `Restore ${posts} from the trash? Each becomes a draft.`,
  },
};

const OF_LIST: readonly Action[] = [
  ...(['publish', 'unpublish', 'category', 'tags', 'authors', 'series', 'featured', 'delete'] as const),
];
const OF_TRASH: readonly Action[] = ['undelete'];

interface BulkBarProps {
  /** Ids of selected posts that are listed. */
  readonly ids: readonly string[];
  /** The filter, if everything that matches is selected instead. */
  readonly matches: EverythingChosen['matches'];
  readonly onClear: () => void;
  /** Gets the reasons of failures by id. */
  readonly onDone: (failures: ReadonlyMap<string, string>) => void;
  readonly categories: readonly Category[];
  /** Whether the list is the trash. */
  readonly isTrash: boolean;
}

/** Bulk actions on the selected posts or on all matches, each after a question. */
export function BulkBar({ ids, matches, onClear, onDone, categories, isTrash }: BulkBarProps) {
  const [asked, setAsked] = useState<Action | null>(null);
  const [values, setValues] = useState(NO_VALUES);
  const [missing, setMissing] = useState<string | undefined>();
  const run = useBulkRun(onDone);
  const chosen = matches
    ? `All ${wholeNumber(matches.count)} matching posts are selected`
    : `${counted(ids.length, 'post', 'posts')} selected`;
  const posts = matches ? `all ${wholeNumber(matches.count)} matching posts` : counted(ids.length, 'post', 'posts');
  const shown = ASKED[asked ?? 'publish'];

  const act = () => {
    if (asked === null) return;
    const wanted = actionWith(asked, values);
    if (typeof wanted === 'string') return setMissing(wanted);
    run.mutate({ ...wanted, ...(matches ?? { ids: [...ids] }) }, { onSettled: () => setAsked(null) });
  };

  return (
    <section className={styles.bar} aria-label="Selected posts">
      <p role="status">{chosen}</p>
      <div className={styles.acts}>
        {(isTrash ? OF_TRASH : OF_LIST).map((action) => (
          <Button
            key={action}
            size="small"
            variant="quiet"
            data-danger={action === 'delete' || undefined}
            onClick={() => {
              setMissing(undefined);
              setAsked(action);
            }}
          >
            {ASKED[action].opener ?? ASKED[action].label}
          </Button>
        ))}
        <Button size="small" variant="quiet" onClick={onClear}>
          Clear Selection
        </Button>
      </div>
      <ConfirmDialog
        isOpen={asked !== null}
        title={shown.title}
        confirmLabel={shown.label}
        pendingLabel={shown.pending}
        variant={asked === 'unpublish' || asked === 'delete' ? 'danger' : 'primary'}
        isPending={run.isPending}
        onConfirm={act}
        onClose={() => setAsked(null)}
        options={
          asked === 'delete' ? (
            <TrashNote isMany={matches !== null || ids.length !== 1} />
          ) : (
            asked && (
              <ValueFields
                action={asked}
                values={values}
                onChange={(changes) => {
                  setMissing(undefined);
                  setValues({ ...values, ...changes });
                }}
                error={missing}
                categories={categories}
              />
            )
          )
        }
      >
        {shown.question(posts)}
      </ConfirmDialog>
    </section>
  );
}
