import { faEye } from '@fortawesome/free-solid-svg-icons';
import { Icon } from '../../../components/icon.tsx';
import styles from '../post-editor.module.css';
import type { PostEditor } from '../use-post-editor.ts';

/** Switches between the text and what readers will see. */
export function PreviewToggle({ editor: { state, session } }: { readonly editor: PostEditor }) {
  const { isPreviewing } = state;
  const toggle = () => session.dispatch({ type: 'previewed', isOn: !isPreviewing });
  return (
    <button type="button" className={styles.badge} aria-pressed={isPreviewing} onClick={toggle}>
      <Icon icon={faEye} />
      Preview
    </button>
  );
}
