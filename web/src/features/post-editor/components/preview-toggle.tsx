import { faEye } from '@fortawesome/free-solid-svg-icons';
import { Icon } from '../../../components/icon.tsx';
import styles from '../post-editor.module.css';

interface PreviewToggleProps {
  readonly isPreviewing: boolean;
  readonly onChange: (isPreviewing: boolean) => void;
}

/** Switches between the text and what readers will see. */
export function PreviewToggle({ isPreviewing, onChange }: PreviewToggleProps) {
  return (
    <button type="button" className={styles.badge} aria-pressed={isPreviewing} onClick={() => onChange(!isPreviewing)}>
      <Icon icon={faEye} />
      Preview
    </button>
  );
}
