import { lineSearch } from '@inkwell/shared/line-icons';
import { useEffect } from 'react';
import { Icon } from '../../components/icon.tsx';
import { useSlash } from '../../hooks/use-slash.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import styles from './jump-button.module.css';
import { Palette } from './lazy-palette.ts';
import { PALETTE_KEYS, paletteHint } from './palette-keys.ts';
import { paletteIsOpen } from './palette-store.ts';

const open = () => paletteIsOpen.set(true);

/** Opens the command palette, whose code loads once the page is idle. The key `/` does so too on pages without a search field. */
export function JumpButton() {
  useEffect(() => whenIdle(() => void Palette.preload()), []);
  useSlash(open);
  return (
    <button
      type="button"
      className={styles.jump}
      aria-haspopup="dialog"
      aria-keyshortcuts={PALETTE_KEYS}
      onClick={open}
    >
      <Icon icon={lineSearch} />
      <span className={styles.words}>Search or jump to…</span>
      <span className={styles.hint} aria-hidden="true">
        {paletteHint()}
      </span>
    </button>
  );
}
