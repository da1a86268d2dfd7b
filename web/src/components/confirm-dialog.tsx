import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';
import { DialogActions } from './dialog-actions.tsx';

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: ReactNode;
  readonly children: string;
  /** Options of the action, below the question. */
  readonly options?: ReactNode;
  readonly confirmLabel: string;
  /** For actions that take time. */
  readonly pendingLabel?: string;
  readonly isPending?: boolean;
  /** Variant of the confirming button; danger by default. */
  readonly variant?: 'primary' | 'danger';
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** The title of a question that names something that people wrote. */
export const asksAbout = (act: string, name: string) => (
  <>
    {act} “<bdi>{name}</bdi>”?
  </>
);

/** Asks before an action that is dangerous or cannot be undone. The safe answer has the focus, which returns afterwards. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    title,
    children,
    options,
    variant = 'danger',
    confirmLabel,
    pendingLabel = confirmLabel,
    isPending = false,
    onConfirm,
    onClose,
  } = props;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} padding={24} className={styles.dialog ?? ''}>
      <p>{children}</p>
      {options}
      <DialogActions>
        <Button variant="secondary" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button variant={variant} isPending={isPending} onClick={onConfirm}>
          {isPending ? pendingLabel : confirmLabel}
        </Button>
      </DialogActions>
    </Modal>
  );
}
