import type { NotificationType } from '@inkwell/shared/notifications';
import { Icon } from './icon.tsx';
import { lineAlert, lineCheck, lineError, lineInfo } from './line-icons.ts';
import styles from './tone-icon.module.css';

const ICONS = { info: lineInfo, success: lineCheck, warning: lineAlert, error: lineError } as const;

interface ToneIconProps {
  readonly tone: NotificationType;
  /** True if the text next to the icon says the tone already: screen readers would say it twice. */
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
