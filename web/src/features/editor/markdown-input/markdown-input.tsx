import { IMAGE_TYPES } from '@inkwell/shared/storage';
import { Input, Progress } from '@mantine/core';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useId } from 'react';
import { applyEdit } from './apply-edit.ts';
import { chooseFiles } from './choose-files.ts';
import { continueList, type TextEdit, type TextSelection } from './commands.ts';
import styles from './markdown-input.module.css';
import { Preview } from './preview.tsx';
import { Toolbar } from './toolbar.tsx';
import { itemOfKeys } from './toolbar-items.ts';
import type { Pictures } from './use-pictures.ts';

interface MarkdownInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  /** Shows the rendered text in the place of the text area. */
  readonly isPreviewing: boolean;
  readonly pictures: Pictures;
  /** Where the form finds the field, e.g. to focus it when it is wrong. */
  readonly dataPath?: string;
}

const selectionOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): TextSelection => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** A text area for Markdown with a toolbar, shortcuts, and pictures by button, paste or drop. At least 400 px high. */
export function MarkdownInput({ label, value, onChange, error, isPreviewing, pictures, dataPath }: MarkdownInputProps) {
  const id = useId();
  const { area } = pictures;

  const edit = (change: (selection: TextSelection) => TextEdit | null): boolean => {
    const next = area.current && change(selectionOf(area.current));
    if (!next || !area.current) return false;
    applyEdit(area.current, next);
    return true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const item = itemOfKeys(event);
    const isPlainEnter = event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (item ? edit(item.command) : isPlainEnter && edit(continueList)) event.preventDefault();
  };

  const takePictures = (event: ClipboardEvent | DragEvent, files: FileList) => {
    if (files.length === 0) return;
    event.preventDefault();
    pictures.insert([...files]);
  };

  return (
    <Input.Wrapper id={id} label={label} error={error} withAsterisk labelProps={{ htmlFor: id }}>
      <div className={styles.frame} data-invalid={error ? true : undefined}>
        <Toolbar
          controls={id}
          isDisabled={isPreviewing}
          onCommand={({ command }) => edit(command)}
          onImage={() => chooseFiles({ accept: IMAGE_TYPES.join(','), onFiles: pictures.insert })}
        />
        {pictures.progress !== null && (
          <Progress size="xs" value={pictures.progress * 100} aria-label="Uploading image" radius={0} animated />
        )}
        <textarea
          ref={area}
          id={id}
          className={styles.area}
          hidden={isPreviewing}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => takePictures(event, event.clipboardData.files)}
          onDrop={(event) => takePictures(event, event.dataTransfer.files)}
          onCompositionStart={pictures.onCompositionStart}
          onCompositionEnd={pictures.onCompositionEnd}
          placeholder="Write your story. Markdown works here."
          spellCheck
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          data-path={dataPath}
        />
        {isPreviewing && <Preview source={value} className={styles.preview ?? ''} />}
      </div>
    </Input.Wrapper>
  );
}
