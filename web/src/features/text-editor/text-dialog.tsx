import { Modal } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { DialogActions } from '../../components/dialog-actions.tsx';

interface TextDialogProps {
  readonly title: string;
  /** The label of the button that submits. */
  readonly submitLabel?: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** Called by the Cancel button instead of `onClose`. */
  readonly onCancel?: () => void;
  /** Buttons before Cancel. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A dialog about something in the text. The caller returns the focus to the text. */
export function TextDialog({ title, submitLabel = title, onSubmit, onClose, ...rest }: TextDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In React's tree, this form is inside the form of the text.
    event.stopPropagation();
    onSubmit();
  };
  return (
    <Modal opened onClose={onClose} title={title} returnFocus={false}>
      <form onSubmit={submit} onKeyDown={(event) => event.stopPropagation()} noValidate>
        {rest.children}
        <DialogActions>
          {rest.actions}
          <Button variant="secondary" onClick={rest.onCancel ?? onClose}>
            Cancel
          </Button>
          <Button type="submit">{submitLabel}</Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
