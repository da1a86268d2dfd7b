import { Modal } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useFocusBack } from '../hooks/use-focus-back.ts';
import { Button } from './button.tsx';
import { DialogActions } from './dialog-actions.tsx';

export interface FormDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  readonly pendingLabel: string;
  readonly isPending: boolean;
  readonly className?: string | undefined;
  /** Not called while the last one is pending. */
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that asks for something before an act. It stays open with what was typed until the caller closes it. */
export function FormDialog(props: FormDialogProps) {
  const { title, confirmLabel, pendingLabel, isPending, className, onSubmit, onClose, children } = props;
  useFocusBack();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) onSubmit();
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form className={className} noValidate onSubmit={submit}>
        {children}
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
