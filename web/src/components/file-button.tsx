import { type ComponentProps, useRef } from 'react';
import { Button } from './button.tsx';

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** File types for the browser's dialog: `.csv,text/csv`. */
  readonly accept: string;
  /** Names the field for assistive technology. */
  readonly fieldLabel: string;
  /** Whether several files can be chosen at once. */
  readonly isMultiple?: boolean;
  /** Called for each chosen file. */
  readonly onFile: (file: File) => void;
}

/** A button that lets somebody choose a file. */
export function FileButton({ accept, fieldLabel, isMultiple, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={isMultiple}
        hidden
        disabled={button.disabled}
        aria-label={fieldLabel}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Cleared, so that choosing the same file again fires an event.
          currentTarget.value = '';
          for (const file of files) onFile(file);
        }}
      />
    </>
  );
}
