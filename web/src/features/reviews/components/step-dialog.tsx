import { REVIEW_LIMITS } from '@inkwell/shared/reviews';
import { Textarea } from '@mantine/core';
import { FormDialog, type FormDialogProps } from '../../../components/form-dialog.tsx';
import { useAutosavedText } from '../../../hooks/use-autosaved-text.ts';

interface StepDialogProps extends Omit<FormDialogProps, 'onSubmit' | 'children'> {
  /** The key under which the note is autosaved. */
  readonly place: string;
  readonly label: string;
  /** Null without a note. `sent` clears the typed note. */
  readonly onConfirm: (note: string | null, sent: () => void) => void;
}

/** Asks for a note before a step of a review. The note stays until the step is made, also if the dialog is closed. */
export function StepDialog({ place, label, onConfirm, ...dialog }: StepDialogProps) {
  const note = useAutosavedText(place);
  return (
    <FormDialog className="" {...dialog} onSubmit={() => onConfirm(note.text.trim() || null, note.clear)}>
      <Textarea
        label={label}
        data-autofocus
        rows={4}
        dir="auto"
        maxLength={REVIEW_LIMITS.note}
        value={note.text}
        onChange={(event) => note.write(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
