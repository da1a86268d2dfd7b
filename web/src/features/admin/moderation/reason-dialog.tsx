import { MODERATION_LIMITS } from '@inkwell/shared/moderation';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { FormDialog, type FormDialogProps } from '../../../components/form-dialog.tsx';

interface ReasonDialogProps extends Omit<FormDialogProps, 'onSubmit' | 'children'> {
  /** A sentence that says what will happen. */
  readonly children: string;
  /** Null if the reason is empty. */
  readonly onConfirm: (reason: string | null) => void;
}

/** Asks for a reason before comments are hidden. Stays open with the input if hiding fails. */
export function ReasonDialog({ children, onConfirm, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog variant="danger" {...dialog} onSubmit={() => onConfirm(reason.trim() || null)}>
      <p>{children}</p>
      <Textarea
        label="Reason, for the author (optional)"
        data-autofocus
        rows={3}
        maxLength={MODERATION_LIMITS.reason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
