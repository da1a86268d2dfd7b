import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Icon, type IconDrawing } from '../../components/icon.tsx';
import { useMenu } from '../../components/use-menu.ts';
import { toolMore } from './tool-icons.ts';
import styles from './tool-row.module.css';
import { useRovingFocus } from './use-roving-focus.ts';

export interface Tool {
  readonly id: string;
  readonly label: string;
  readonly icon: IconDrawing;
  /** Distinguishes tools that share an icon. */
  readonly sign?: string | undefined;
  readonly keys?: { readonly shown: string; readonly aria: string } | undefined;
  readonly isActive?: boolean | undefined;
  readonly isPossible?: boolean;
  readonly run: () => void;
}

interface ToolRowProps {
  readonly groups: readonly (readonly Tool[])[];
  /** Rare tools, in a menu. */
  readonly more: readonly Tool[];
  /** Id of the text that the tools change. */
  readonly controls: string;
  /** The element that the text's focus key (Alt+F10) focuses. */
  readonly entry?: RefObject<HTMLDivElement | null>;
  /** Returns to the text. */
  readonly onEscape?: () => void;
}

/** Stores the height covered by an on-screen keyboard in `--keyboard` of an element, because browsers lay out pages behind the keyboard. */
function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport: view } = window;
    if (!view) return;
    const measure = () => {
      // A zoomed page is smaller than the screen even without a keyboard.
      const covered = view.scale > 1.05 ? 0 : document.documentElement.clientHeight - view.height - view.offsetTop;
      element.current?.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
    };
    const controller = new AbortController();
    measure();
    for (const name of ['resize', 'scroll']) view.addEventListener(name, measure, { signal: controller.signal });
    return () => controller.abort();
  }, [element]);
}

/** Keeps the tools in view: below the bar, or on a phone above the keyboard. */
export function ToolPlace({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useKeyboardInset(place);
  return (
    <div ref={place} className={styles.place} data-tools>
      {children}
    </div>
  );
}

/** A click must not take the focus from the text, which would clear the selection. */
const keepFocus = (event: { preventDefault(): void }) => event.preventDefault();

/** The tools of a text, in one row that scrolls if it is narrow. It is one tab stop. */
export function ToolRow({ groups, more, controls, entry, onEscape }: ToolRowProps) {
  const { current, setCurrent, ref, onKeyDown } = useRovingFocus();
  const tools = groups.flat();
  const button = (tool: Tool) => {
    const { id, label, icon, sign, keys, isActive, isPossible = true, run } = tool;
    const index = tools.indexOf(tool);
    return (
      <button
        key={id}
        type="button"
        className={styles.tool}
        aria-label={label}
        title={keys ? `${label} (${keys.shown})` : label}
        aria-keyshortcuts={keys?.aria}
        aria-pressed={isActive}
        aria-disabled={isPossible ? undefined : true}
        tabIndex={index === current ? 0 : -1}
        onFocus={() => setCurrent(index)}
        onMouseDown={keepFocus}
        onClick={() => isPossible && run()}
      >
        <Icon icon={icon} />
        {sign && <sub aria-hidden>{sign}</sub>}
      </button>
    );
  };
  return (
    <div
      ref={(element) => {
        ref.current = element;
        if (entry) entry.current = element;
      }}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      className={styles.row}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onEscape?.();
        onKeyDown(event);
      }}
    >
      <div className={styles.tools}>
        {groups.map((group) => (
          <span key={group[0]?.id} className={styles.group}>
            {group.map(button)}
          </span>
        ))}
      </div>
      <MoreTools tools={more} tabIndex={current === tools.length ? 0 : -1} onFocus={() => setCurrent(tools.length)} />
    </div>
  );
}

interface MoreToolsProps {
  readonly tools: readonly Tool[];
  readonly tabIndex: number;
  readonly onFocus: () => void;
}

/** The rare tools with their names and keys. The text keeps its selection while the menu is open. */
function MoreTools({ tools, tabIndex, onFocus }: MoreToolsProps) {
  const { isOpen, close, rootProps, buttonProps, menuProps } = useMenu({ preventScroll: true });
  return (
    <div {...rootProps} className={styles.more}>
      <button
        {...buttonProps}
        className={styles.tool}
        aria-label="More"
        title="More tools"
        tabIndex={tabIndex}
        onFocus={onFocus}
        onMouseDown={keepFocus}
      >
        <Icon icon={toolMore} />
      </button>
      {isOpen && (
        <div
          {...menuProps}
          role="menu"
          aria-label="More"
          tabIndex={-1}
          className={styles.menu}
          onKeyDown={(event) => {
            menuProps.onKeyDown(event);
            // The row's arrow keys do not leave the menu.
            if (event.key.startsWith('Arrow') || event.defaultPrevented) event.stopPropagation();
          }}
        >
          {tools.map(({ id, label, icon, sign, keys, isActive, isPossible = true, run }) => (
            <button
              key={id}
              type="button"
              {...(isActive === undefined
                ? { role: 'menuitem' }
                : { role: 'menuitemcheckbox', 'aria-checked': isActive })}
              aria-label={label}
              aria-keyshortcuts={keys?.aria}
              aria-disabled={isPossible ? undefined : true}
              tabIndex={-1}
              className={styles.item}
              onClick={() => {
                if (!isPossible) return;
                close({ returnFocus: true });
                run();
              }}
            >
              <Icon icon={icon} />
              <span>
                {label}
                {sign && !label.endsWith(sign) && ` ${sign}`}
              </span>
              {keys && <kbd className="key-hint no-touch">{keys.shown}</kbd>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
