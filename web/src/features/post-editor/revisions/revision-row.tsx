import { counted, personName } from '@inkwell/shared/format';
import type { RevisionCard, RevisionReason } from '@inkwell/shared/revisions';
import { Button } from '../../../components/button.tsx';
import styles from './comparison.module.css';

const REASONS: Readonly<Record<RevisionReason, string>> = {
  create: 'Created',
  save: 'Saved',
  publish: 'Published',
  unpublish: 'Unpublished',
  restore: 'An earlier version restored',
  undelete: 'Restored from the trash',
  import: 'Pictures moved into storage',
  found: 'As it was before the first revision',
};

const AT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** The time of a revision in a sentence. */
export const revisionTime = ({ createdAt }: Pick<RevisionCard, 'createdAt'>): string => AT.format(new Date(createdAt));

interface RevisionRowProps {
  readonly revision: RevisionCard;
  readonly isNewest: boolean;
  readonly isFrom: boolean;
  readonly isTo: boolean;
  readonly onFrom: () => void;
  readonly onTo: () => void;
  /** A click on the row; `isOther` with the Shift key, which selects the other end of the comparison. */
  readonly onChoose: (isOther: boolean) => void;
  readonly onRestore: () => void;
}

/** A revision in the list: time, reason, author, size, and a selection for each side of the comparison. */
export function RevisionRow({ revision, isNewest, isFrom, isTo, onFrom, onTo, onChoose, onRestore }: RevisionRowProps) {
  const time = revisionTime(revision);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboards use the radio buttons
    <li
      className={styles.row}
      data-chosen={isFrom || isTo || undefined}
      onClick={({ target, shiftKey }) => {
        if (target instanceof Element && !target.closest('label, button')) onChoose(shiftKey);
      }}
    >
      <div className={styles.what}>
        <strong>{time}</strong>
        <span>
          {REASONS[revision.reason]}
          {revision.editor && ` by ${personName(revision.editor)}`}
          {isNewest && ' (now)'}
        </span>
        <span className="fine">
          {counted(revision.wordsAdded, 'word', 'words')} added, {counted(revision.wordsRemoved, 'word', 'words')}{' '}
          removed
        </span>
      </div>
      <div className={styles.choices}>
        <label>
          <input type="radio" name="from" checked={isFrom} onChange={onFrom} aria-label={`Older: ${time}`} />{' '}
          <span>Older</span>
        </label>
        <label>
          <input type="radio" name="to" checked={isTo} onChange={onTo} aria-label={`Newer: ${time}`} />{' '}
          <span>Newer</span>
        </label>
        {!isNewest && (
          <Button size="small" variant="secondary" onClick={onRestore} aria-label={`Restore the version of ${time}`}>
            Restore...
          </Button>
        )}
      </div>
    </li>
  );
}
