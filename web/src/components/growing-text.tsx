import type { ComponentProps } from 'react';
import styles from './growing-text.module.css';

interface GrowingTextProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A line of text without a box, and as high as its text. Line breaks in pasted text become spaces. */
export function GrowingText({ className, value, onChange, ...field }: GrowingTextProps) {
  return (
    <div className={`${styles.text} ${className}`} data-value={value}>
      <textarea
        {...field}
        rows={1}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value.replace(/[\r\n]+/g, ' '))}
      />
    </div>
  );
}
