import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';

interface DiscardDialogProps {
  readonly isOpen: boolean;
  /** Where the draft can be restored from. */
  readonly children: string;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Asks before a draft is discarded. */
export function DiscardDialog({ isOpen, children, onDiscard, onClose }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Discard this draft?"
      confirmLabel="Discard Draft"
      onConfirm={() => {
        onDiscard();
        onClose();
      }}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
