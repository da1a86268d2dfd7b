import { useId } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import styles from './list-conflict-dialog.module.css';
import { keyed, keysOnlyIn, type ListVersions, mergeLists } from './merge-lists.ts';

interface ListConflictDialogProps<T> {
  readonly title: string;
  readonly versions: ListVersions<T>;
  /** A value in words. */
  readonly wordsOf: (value: T) => string;
  /** The maximum number of values. */
  readonly limit: number;
  readonly isSaving: boolean;
  readonly onChoose: (list: readonly T[]) => void;
  /** Called without a decision: the input stays in its form. */
  readonly onClose: () => void;
}

/** Shown if somebody else changed a list meanwhile. Shows both lists, and saves the selected one. */
export function ListConflictDialog<T>(props: ListConflictDialogProps<T>) {
  const { title, versions, wordsOf, limit, isSaving, onChoose, onClose } = props;
  const { mine, theirs } = versions;
  const both = mergeLists(versions);
  const isTooLong = both.length > limit;
  return (
    <Dialog onClose={onClose} size="44rem" title={title}>
      <p>Somebody else has changed this list. Your changes are not saved yet.</p>
      <div className={styles.lists}>
        <List title="Your list" values={mine} others={theirs} wordsOf={wordsOf} />
        <List title="Their list (saved)" values={theirs} others={mine} wordsOf={wordsOf} />
      </div>
      <p className="note">
        {isTooLong
          ? `The merged list would have ${both.length} entries; at most ${limit} are allowed.`
          : 'The merged list contains what either of you added, without what either removed.'}
      </p>
      <DialogActions>
        <Button variant="secondary" aria-disabled={isSaving} onClick={() => isSaving || onChoose(theirs)}>
          Use Their List
        </Button>
        <Button variant="secondary" aria-disabled={isSaving} onClick={() => isSaving || onChoose(mine)}>
          Keep My List
        </Button>
        <Button
          aria-disabled={isSaving || isTooLong}
          onClick={() => isSaving || isTooLong || onChoose(both)}
          data-autofocus
        >
          Merge Both
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ListProps<T> {
  readonly title: string;
  readonly values: readonly T[];
  readonly others: readonly T[];
  readonly wordsOf: (value: T) => string;
}

function List<T>({ title, values, others, wordsOf }: ListProps<T>) {
  const id = useId();
  const own = keysOnlyIn(values, others);
  return (
    <div>
      <h3 id={id}>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list has to be reachable by keyboard (WCAG 2.1.1) */}
      <section className={styles.list} tabIndex={0} aria-labelledby={id}>
        {values.length === 0 ? (
          <p className="note">Empty</p>
        ) : (
          <ol>
            {keyed(values).map(([key, value]) => (
              <li key={key}>
                <bdi>{wordsOf(value)}</bdi>
                {own.has(key) && <span className={styles.own}> only here</span>}
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  );
}
