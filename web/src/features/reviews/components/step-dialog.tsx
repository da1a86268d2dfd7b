import { REVIEW_LIMITS } from '@inkwell/shared/reviews';
import { Modal, Textarea } from '@mantine/core';
import type { FormEvent } from 'react';
import { Button } from '../../../components/button.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { useAutosavedText } from '../../../hooks/use-autosaved-text.ts';
import { useFocusBack } from '../../../hooks/use-focus-back.ts';

interface StepDialogProps {
  /** Where the note is autosaved. */
  readonly place: string;
  readonly title: string;
  readonly label: string;
  readonly confirmLabel: string;
  readonly pendingLabel: string;
  readonly isPending: boolean;
  /** Null without a note. `sent` forgets the typed note. */
  readonly onConfirm: (note: string | null, sent: () => void) => void;
  readonly onClose: () => void;
}

/** Asks for a note before a step of a review. The note stays until the step is made, also if the dialog is closed. */
export function StepDialog(props: StepDialogProps) {
  const { place, title, label, confirmLabel, pendingLabel, isPending, onConfirm, onClose } = props;
  useFocusBack();
  const note = useAutosavedText(place);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) onConfirm(note.text.trim() || null, note.clear);
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit}>
        <Textarea
          label={label}
          data-autofocus
          rows={4}
          dir="auto"
          maxLength={REVIEW_LIMITS.note}
          value={note.text}
          onChange={(event) => note.write(event.currentTarget.value)}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isPending={isPending}>
            {isPending ? pendingLabel : confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
