import type { NotificationType } from '@inkwell/shared/notifications';
import { Icon } from './icon.tsx';
import { lineAlert, lineCheck, lineError, lineInfo } from './line-icons.ts';
import styles from './tone-icon.module.css';

const ICONS = { info: lineInfo, success: lineCheck, warning: lineAlert, error: lineError } as const;

interface ToneIconProps {
  readonly tone: NotificationType;
  /** True where the words beside it say the tone already, which a screen reader would then say twice. */
  readonly isSaid?: boolean;
}

/** Whether something is information, success, warning or error: by shape, by color, and in a word for who sees neither. */
export function ToneIcon({ tone, isSaid = false }: ToneIconProps) {
  return (
    <span className={styles.tone} data-tone={tone}>
      <Icon icon={ICONS[tone]} />
      {!isSaid && <span className="visually-hidden">{tone}</span>}
    </span>
  );
}
