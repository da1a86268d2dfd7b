import { MERGE_MARKS } from '../conflict/merge.ts';
import type { FormMerge } from '../conflict/merge-forms.ts';
import styles from '../editor.module.css';
import { FIELD_LABELS } from '../post-form.ts';

/** Tells what was joined and what the writer still has to look at. */
export function MergeNotice({ merge }: { readonly merge: FormMerge | null }) {
  if (!merge) return null;
  const passages = merge.passages === 1 ? '1 passage holds' : `${merge.passages} passages hold`;
  return (
    <div className={styles.notice} role="status">
      <p>
        Both versions were merged. Please look through the text, then save.
        {merge.passages > 0 && ` ${passages} both versions, between ${MERGE_MARKS.mine} and ${MERGE_MARKS.end}.`}
        {merge.ownKept.length > 0 &&
          ` Your version was kept for: ${merge.ownKept.map((field) => FIELD_LABELS[field]).join(', ')}.`}
      </p>
    </div>
  );
}
