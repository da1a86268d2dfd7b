import { Input } from '@mantine/core';
import { useId } from 'react';
import { GrowingText } from '../../../components/growing-text.tsx';
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

/** A line of a letter. */
export function BareField({ label, description, error, isRequired, ...field }: BareFieldProps) {
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
      <GrowingText
        {...field}
        id={id}
        dir="auto"
        placeholder={label}
        required={isRequired}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
      />
    </Input.Wrapper>
  );
}
