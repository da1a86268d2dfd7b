import { type ReactNode, type Ref, useEffect, useImperativeHandle } from 'react';
import styles from './menu.module.css';
import { useMenu } from './use-menu.ts';

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

/** A button with a menu. */
export function Menu({ label, button, className = styles.button, header, items, onOpen, buttonRef }: MenuProps) {
  const { isOpen, close, rootProps, buttonProps, menuProps } = useMenu();
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(buttonRef, () => buttonProps.ref.current);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once each time it opens
  useEffect(() => {
    if (isOpen) onOpen?.();
  }, [isOpen]);

  return (
    <div {...rootProps} className={styles.root}>
      <button {...buttonProps} className={className} aria-label={label}>
        {button}
      </button>
      {isOpen && (
        <div className={styles.panel}>
          {header && <div className={styles.header}>{header}</div>}
          <div {...menuProps} role="menu" aria-label={label} tabIndex={-1}>
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
