import { MODERATION_LIMITS } from '@inkwell/shared/moderation';
import { Modal, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { useFocusBack } from '../../../hooks/use-focus-back.ts';
import styles from '../admin.module.css';

interface ReasonDialogProps {
  readonly title: string;
  /** What will happen, as a sentence. */
  readonly children: string;
  readonly confirmLabel: string;
  readonly pendingLabel: string;
  readonly isPending: boolean;
  /** Null if the reason is empty. */
  readonly onConfirm: (reason: string | null) => void;
  readonly onClose: () => void;
}

/** Asks for a reason before comments are hidden. Stays open with the reason if that fails. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, children, confirmLabel, pendingLabel, isPending, onConfirm, onClose } = props;
  useFocusBack();
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) onConfirm(reason.trim() || null);
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form className={styles.dialogForm} onSubmit={submit}>
        <p>{children}</p>
        <Textarea
          label="Reason, for the author (optional)"
          data-autofocus
          rows={3}
          maxLength={MODERATION_LIMITS.reason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" isPending={isPending}>
            {isPending ? pendingLabel : confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
