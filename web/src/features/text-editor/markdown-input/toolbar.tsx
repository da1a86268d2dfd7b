import type { IconDefinition } from '@fortawesome/free-solid-svg-icons';
import { Icon } from '../../../components/icon.tsx';
import { useRovingFocus } from '../use-roving-focus.ts';
import styles from './markdown-input.module.css';
import { TOOLBAR_ITEMS, type ToolbarItem } from './toolbar-items.ts';

interface ToolbarProps {
  readonly onCommand: (item: ToolbarItem) => void;
  /** What can be done with pictures. */
  readonly pictures: readonly { readonly label: string; readonly icon: IconDefinition; readonly run: () => void }[];
  readonly isDisabled: boolean;
  /** Id of the text area that the buttons act on. */
  readonly controls: string;
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The formatting buttons above the text. */
export function Toolbar({ onCommand, pictures, isDisabled, controls }: ToolbarProps) {
  const { current, setCurrent, ref, onKeyDown } = useRovingFocus();
  const [modifier, ariaModifier] = isMac() ? ['⌘', 'Meta'] : ['Ctrl', 'Control'];

  const propsOf = (index: number) => ({
    type: 'button' as const,
    className: styles.tool,
    tabIndex: index === current ? 0 : -1,
    'aria-disabled': isDisabled,
    onFocus: () => setCurrent(index),
    // Keeps the selection of the text area while the mouse is on a button.
    onMouseDown: (event: { preventDefault(): void }) => event.preventDefault(),
  });

  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      className={styles.toolbar}
      onKeyDown={onKeyDown}
    >
      {TOOLBAR_ITEMS.map((item, index) => (
        <button
          key={item.label}
          {...propsOf(index)}
          aria-label={item.label}
          aria-keyshortcuts={`${ariaModifier}+${item.shortcut.name}`}
          title={`${item.label} (${modifier}+${item.shortcut.name})`}
          onClick={() => !isDisabled && onCommand(item)}
        >
          <Icon icon={item.icon} />
        </button>
      ))}
      {pictures.map(({ label, icon, run }, index) => (
        <button
          key={label}
          {...propsOf(TOOLBAR_ITEMS.length + index)}
          aria-label={label}
          title={label}
          onClick={() => !isDisabled && run()}
        >
          <Icon icon={icon} />
        </button>
      ))}
    </div>
  );
}
