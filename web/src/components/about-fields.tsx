import { HANDLE_KINDS, HANDLE_NAMES, type HandleName } from '@inkwell/shared/handles';
import { USER_LIMITS } from '@inkwell/shared/users';
import { Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from './about-fields.module.css';
import { Button } from './button.tsx';

interface AboutFieldsProps {
  /** The props of a field of the form, with its value. */
  readonly fieldOf: (name: 'text' | 'website' | HandleName) => { readonly value?: string; readonly error?: ReactNode };
  readonly textLabel: string;
}

/** The fields of an author page besides name and picture. Handle fields are shown if one has a value, or on request. */
export function AboutFields({ fieldOf, textLabel }: AboutFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const hasHandle = HANDLE_NAMES.some((kind) => fieldOf(kind).value || fieldOf(kind).error);
  const isShown = isOpen || hasHandle;
  return (
    <>
      <Textarea
        label={textLabel}
        description="On the page with your posts. Bold, italic, links and lists work as in comments."
        rows={4}
        maxLength={USER_LIMITS.text}
        {...fieldOf('text')}
      />
      <TextInput
        label="Website"
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="url"
        {...fieldOf('website')}
      />
      {isShown ? (
        <fieldset className={styles.handles}>
          <legend>Elsewhere</legend>
          {HANDLE_NAMES.map((kind) => (
            <TextInput
              key={kind}
              label={HANDLE_KINDS[kind].label}
              placeholder={HANDLE_KINDS[kind].example}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              // The button that opened the fields is gone.
              autoFocus={isOpen && !hasHandle && kind === HANDLE_NAMES[0]}
              {...fieldOf(kind)}
            />
          ))}
        </fieldset>
      ) : (
        <div>
          <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
            Add Social Links
          </Button>
        </div>
      )}
    </>
  );
}
