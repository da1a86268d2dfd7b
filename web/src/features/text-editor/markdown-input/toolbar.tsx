import type { IconDefinition } from '@fortawesome/free-solid-svg-icons';
import { Icon } from '../../../components/icon.tsx';
import { useRovingFocus } from '../use-roving-focus.ts';
import styles from './markdown-input.module.css';
import { TOOLBAR_ITEMS, type ToolbarItem } from './toolbar-items.ts';

interface ToolbarProps {
  readonly onCommand: (item: ToolbarItem) => void;
  /** The picture buttons, which follow the formatting. */
  readonly pictures: readonly { readonly label: string; readonly icon: IconDefinition; readonly run: () => void }[];
  /** Id of the text area that the buttons change. */
  readonly controls: string;
}

/** The toolbar of the Markdown area. */
export function Toolbar({ onCommand, pictures, controls }: ToolbarProps) {
  const { current, setCurrent, ref, onKeyDown } = useRovingFocus();
  const [modifier, ariaModifier] = /Mac|iPhone|iPad/.test(navigator.userAgent) ? ['⌘', 'Meta'] : ['Ctrl', 'Control'];

  const propsOf = (index: number) => ({
    type: 'button' as const,
    className: styles.tool,
    tabIndex: index === current ? 0 : -1,
    onFocus: () => setCurrent(index),
    // A click must not take the focus, and with it the selection, from the text area.
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
          aria-keyshortcuts={`${ariaModifier}+${item.keys}`}
          title={`${item.label} (${modifier}+${item.keys})`}
          onClick={() => onCommand(item)}
        >
          <Icon icon={item.icon} />
        </button>
      ))}
      {pictures.map(({ label, icon, run }, index) => (
        <button key={label} {...propsOf(TOOLBAR_ITEMS.length + index)} aria-label={label} title={label} onClick={run}>
          <Icon icon={icon} />
        </button>
      ))}
    </div>
  );
}
