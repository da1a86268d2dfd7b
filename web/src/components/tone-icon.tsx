import { lineAlert, lineCheck, lineError, lineInfo } from '@inkwell/shared/line-icons';
import type { NotificationType } from '@inkwell/shared/notifications';
import { Icon } from './icon.tsx';
import styles from './tone-icon.module.css';

const ICONS = { info: lineInfo, success: lineCheck, warning: lineAlert, error: lineError } as const;

interface ToneIconProps {
  readonly tone: NotificationType;
  /** True if the text next to the icon already names the tone. */
  readonly isSaid?: boolean;
}

/** Information, success, warning or error: by shape, by color, and in a word for screen readers. */
export function ToneIcon({ tone, isSaid = false }: ToneIconProps) {
  return (
    <span className={styles.tone} data-tone={tone}>
      <Icon icon={ICONS[tone]} />
      {!isSaid && <span className="visually-hidden">{tone}</span>}
    </span>
  );
}
