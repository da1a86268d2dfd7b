import type { NotificationType } from '@inkwell/shared/notifications';
import { Glyph } from './glyph.tsx';
import styles from './tone-glyph.module.css';

const GLYPHS = { info: 'info', success: 'check', warning: 'alert', error: 'error' } as const;

interface ToneGlyphProps {
  readonly tone: NotificationType;
  /** True where the words beside it say the tone already, which a screen reader would then say twice. */
  readonly isSaid?: boolean;
}

/** Whether something is information, success, warning or error: by shape, by color, and in a word for who sees neither. */
export function ToneGlyph({ tone, isSaid = false }: ToneGlyphProps) {
  return (
    <span className={styles.tone} data-tone={tone}>
      <Glyph name={GLYPHS[tone]} />
      {!isSaid && <span className="visually-hidden">{tone}</span>}
    </span>
  );
}
