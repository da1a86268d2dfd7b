import { faImage } from '@fortawesome/free-solid-svg-icons';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Icon } from '../../../components/icon.tsx';
import styles from './markdown-input.module.css';
import { TOOLBAR_ITEMS, type ToolbarItem } from './toolbar-items.ts';

interface ToolbarProps {
  readonly onCommand: (item: ToolbarItem) => void;
  readonly onImage: () => void;
  readonly isDisabled: boolean;
  /** Id of the text area that the buttons act on. */
  readonly controls: string;
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** One stop for the Tab key, arrows within: the toolbar pattern of the ARIA Authoring Practices. */
function useRovingFocus(count: number) {
  const [current, setCurrent] = useState(0);
  const ref = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowRight: (current + 1) % count,
      ArrowLeft: (current + count - 1) % count,
      Home: 0,
      End: count - 1,
    };
    const next = targets[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    ref.current?.querySelectorAll('button')[next]?.focus();
  };
  return { current, setCurrent, ref, onKeyDown };
}

/** The formatting buttons above the text. */
export function Toolbar({ onCommand, onImage, isDisabled, controls }: ToolbarProps) {
  const { current, setCurrent, ref, onKeyDown } = useRovingFocus(TOOLBAR_ITEMS.length + 1);
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
      <button
        {...propsOf(TOOLBAR_ITEMS.length)}
        aria-label="Image"
        title="Image"
        onClick={() => !isDisabled && onImage()}
      >
        <Icon icon={faImage} />
      </button>
    </div>
  );
}
