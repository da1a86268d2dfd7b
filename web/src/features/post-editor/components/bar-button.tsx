import { Icon, type IconDrawing } from '../../../components/icon.tsx';
import styles from './editor-bar.module.css';

interface BarButtonProps {
  readonly label: string;
  readonly icon: IconDrawing;
  readonly isOn: boolean;
  /** What a press does, if the label does not say it. */
  readonly hint?: string;
  readonly onPress: () => void;
}

/** A toggle of the editor's bar. In a narrow bar only its icon is visible. */
export function BarButton({ label, icon, isOn, hint = label, onPress }: BarButtonProps) {
  return (
    <button type="button" className={styles.toggle} aria-pressed={isOn} title={hint} onClick={onPress}>
      <Icon icon={icon} />
      <span className={styles.toggleLabel}>{label}</span>
    </button>
  );
}
