import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { usePopup } from '../hooks/use-popup.ts';
import { openLayer } from './escape.ts';
import styles from './menu.module.css';

export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  /** Shown after the label, for example a count. */
  readonly note?: string;
  /** For items that delete something. */
  readonly isDanger?: boolean;
  readonly onSelect: () => void;
}

interface MenuProps {
  /** The button's name and content. */
  readonly label: string;
  readonly button: ReactNode;
  /** The button's class. */
  readonly className?: string | undefined;
  /** Shown above the items. */
  readonly header?: ReactNode;
  readonly items: readonly MenuItem[];
  readonly onOpen?: () => void;
  /** An item's dialog can return the focus to this button. */
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

/** A button with a menu, by the ARIA pattern: arrows, Home, End, Escape. */
export function Menu({ label, button, className = styles.button, header, items, onOpen, buttonRef }: MenuProps) {
  const { isOpen, setOpen, close, panelId, rootProps, buttonProps } = usePopup();
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(buttonRef, () => buttonProps.ref.current);
  const menu = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once each time it opens
  useEffect(() => {
    if (isOpen) onOpen?.();
  }, [isOpen]);

  // In a dialog, Escape closes only the menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one layer each time it opens
  useEffect(() => (isOpen ? openLayer(() => close({ returnFocus: true })) : undefined), [isOpen]);

  useEffect(() => {
    if (isOpen) menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  }, [isOpen]);

  const move = (event: KeyboardEvent) => {
    const entries = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    const index = entries.indexOf(document.activeElement as HTMLElement);
    const steps: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 };
    const target = steps[event.key];
    if (target === undefined) return;
    event.preventDefault();
    entries.at(target % entries.length)?.focus();
  };

  return (
    <div {...rootProps} className={styles.root}>
      <button
        {...buttonProps}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {button}
      </button>
      {isOpen && (
        <div className={styles.panel}>
          {header && <div className={styles.header}>{header}</div>}
          <div ref={menu} id={panelId} role="menu" aria-label={label} tabIndex={-1} onKeyDown={move}>
            {items.map((item) => (
              <button
                key={item.label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={styles.item}
                data-danger={item.isDanger || undefined}
                onClick={() => {
                  close({ returnFocus: true });
                  item.onSelect();
                }}
              >
                {item.icon}
                {item.label}
                {item.note && ' '}
                {item.note && <span className={styles.note}>{item.note}</span>}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
