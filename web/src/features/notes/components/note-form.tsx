import { NOTE_LIMITS } from '@inkwell/shared/notes';
import { Textarea } from '@mantine/core';
import { type KeyboardEvent, useId } from 'react';
import { Button } from '../../../components/button.tsx';
import { useAutosavedText } from '../../../hooks/use-autosaved-text.ts';
import type { Attempt } from '../../../lib/autosave/fields.ts';
import styles from './notes-panel.module.css';

interface NoteFormProps {
  /** The key under which the text is autosaved. */
  readonly place: string;
  readonly label: string;
  readonly submitLabel: string;
  readonly isPending: boolean;
  /** The text before anybody types. */
  readonly unchanged?: string;
  readonly isFocused?: boolean;
  readonly onSubmit: (text: string, attempt: Attempt) => void;
  readonly onClose?: () => void;
}

/**
 * Writes a note or a reply. The text is autosaved until it is stored, also after Cancel. It is not a form element, because it is inside the post's
 * form, which its keys must not save.
 */
export function NoteForm(props: NoteFormProps) {
  const { place, label, submitLabel, isPending, unchanged = '', isFocused = false, onSubmit, onClose } = props;
  const note = useAutosavedText(place, unchanged);
  const hintId = useId();
  const text = note.text.trim();
  const isTooLong = text.length > NOTE_LIMITS.text;
  const submit = () => {
    if (!isPending && text !== '' && !isTooLong) onSubmit(text, note.attempt());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && onClose) {
      event.stopPropagation();
      onClose();
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) submit();
  };
  return (
    <div className={styles.form}>
      <Textarea
        label={label}
        rows={3}
        dir="auto"
        autoFocus={isFocused}
        value={note.text}
        error={isTooLong ? `At most ${NOTE_LIMITS.text} characters` : undefined}
        onChange={(event) => note.write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.acts}>
        <Button size="small" variant="secondary" isPending={isPending} onClick={submit} aria-describedby={hintId}>
          {isPending ? 'Saving...' : submitLabel}
        </Button>
        {onClose && (
          <Button size="small" variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        )}
        <span id={hintId} className="visually-hidden">
          Only staff and the authors of the post see it.
        </span>
      </div>
    </div>
  );
}
