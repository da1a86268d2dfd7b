import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';

type InputProps = Omit<ComponentProps<'input'>, 'id'>;

type FieldProps = InputProps & {
  readonly label: string;
  readonly error?: ReactNode;
  /** Shown at the end of the label's line; the keyboard reaches it after the input. */
  readonly aside?: ReactNode;
  /** Id of an element that describes the field, such as a checklist. */
  readonly describedBy?: string;
};

/** A labelled input with its error, light enough for the first page. */
export function Field({ label, error, aside, describedBy, className, ...input }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const descriptions = [error ? errorId : null, describedBy].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={[styles.input, className].filter(Boolean).join(' ')}
        aria-invalid={error ? true : undefined}
        aria-describedby={descriptions || undefined}
      />
      {aside && <div className={styles.aside}>{aside}</div>}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

type PasswordFieldProps = Omit<FieldProps, 'type' | 'aside'> & {
  readonly isVisible: boolean;
  readonly onToggle: () => void;
};

/** A password with a button that shows it. The owner of `isVisible` decides whether several fields share it. */
export function PasswordField({ isVisible, onToggle, ...field }: PasswordFieldProps) {
  return (
    <Field
      {...field}
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      aside={
        // A label that contains the word "password" would be taken for the field's label.
        <button type="button" className={styles.toggle} aria-pressed={isVisible} onClick={onToggle}>
          {isVisible ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}
