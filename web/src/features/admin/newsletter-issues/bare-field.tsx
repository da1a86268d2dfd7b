import { Input } from '@mantine/core';
import { useId } from 'react';
import styles from './issue-form.module.css';

interface BareFieldProps {
  /** Also shown while the field is empty. */
  readonly label: string;
  readonly className: string;
  readonly value: string;
  readonly maxLength: number;
  readonly description?: string;
  readonly error: string | undefined;
  readonly isRequired?: boolean;
  readonly 'data-path': string;
  readonly onChange: (value: string) => void;
}

/** A line of a letter, without a border and as high as its text. Line breaks in pasted text become spaces. */
export function BareField({
  label,
  className,
  value,
  description,
  error,
  isRequired,
  onChange,
  ...field
}: BareFieldProps) {
  const id = useId();
  const describedBy = [error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(' ');
  return (
    <Input.Wrapper
      id={id}
      className={styles.line ?? ''}
      label={label}
      error={error}
      description={description}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      labelProps={{ htmlFor: id, className: 'visually-hidden' }}
      errorProps={{ id: `${id}-error` }}
      descriptionProps={{ id: `${id}-description` }}
    >
      <div className={`${styles.bare} ${className}`} data-value={value}>
        <textarea
          {...field}
          id={id}
          rows={1}
          dir="auto"
          placeholder={label}
          required={isRequired}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.value.replace(/[\r\n]+/g, ' '))}
        />
      </div>
    </Input.Wrapper>
  );
}
