import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';

interface Look {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined;
  readonly size?: 'small' | 'medium' | 'large' | undefined;
  readonly isFullWidth?: boolean | undefined;
  readonly icon?: ReactNode;
  readonly className?: string | undefined;
}

const classOf = ({ variant = 'primary', size = 'medium', isFullWidth, className }: Look): string =>
  [styles.button, styles[variant], styles[size], isFullWidth && styles.full, className].filter(Boolean).join(' ');

type ButtonProps = Look &
  ComponentProps<'button'> & {
    /** The button stays focusable and announces that it is busy, but does nothing. The label says what is running. */
    readonly isPending?: boolean;
  };

/**
 * The app's button, light enough for the first page. Its type is `button` by default.
 */
export function Button({
  variant,
  size,
  isFullWidth,
  icon,
  isPending,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ variant, size, isFullWidth, className })}
      aria-disabled={isPending || rest['aria-disabled']}
      data-pending={isPending || undefined}
      onClick={isPending ? (event) => event.preventDefault() : onClick}
    >
      {icon}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, isFullWidth, icon, className, children, ...rest }: Look & LinkProps) {
  return (
    <Link {...rest} className={classOf({ variant, size, isFullWidth, className })}>
      {icon}
      {children}
    </Link>
  );
}

type IconButtonProps = ComponentProps<'button'> & {
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
};

/** A round button of 40 px with only an icon. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={[styles.icon, className].filter(Boolean).join(' ')}
    >
      {children}
    </button>
  );
}
