import { CONFLICT_MARKERS } from '@inkwell/shared/conflict-markers';
import { counted } from '@inkwell/shared/format';
import { Button } from '../../../components/button.tsx';
import { openPassages } from '../conflict/passages.ts';
import styles from '../post-editor.module.css';
import { FIELD_LABELS } from '../post-form.ts';
import type { PostEditor } from '../use-post-editor.ts';

/** Reports the result of a merge, and leads to passages that contain both versions. */
export function MergeBanner({ editor }: { readonly editor: PostEditor }) {
  const { showPassage } = editor;
  const { merge, form } = editor.state;
  const count = openPassages(form.content).length;
  if (!merge && count === 0) return null;
  return (
    <div className={styles.banner}>
      <p role="status">
        {merge && 'Both versions were merged. Please review the text, then save.'}
        {count > 0 &&
          ` ${counted(count, 'passage contains', 'passages contain')} both versions, between ${CONFLICT_MARKERS.mine} and ${CONFLICT_MARKERS.end}: choose what stays before you publish.`}
        {merge &&
          merge.ownKept.length > 0 &&
          ` Your version was kept for: ${merge.ownKept.map((field) => FIELD_LABELS[field]).join(', ')}.`}
      </p>
      {count > 0 && (
        <Button size="small" variant="secondary" onClick={showPassage}>
          Show Next Passage
        </Button>
      )}
    </div>
  );
}
