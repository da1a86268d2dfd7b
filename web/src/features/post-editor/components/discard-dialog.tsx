import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';

interface DiscardDialogProps {
  readonly isOpen: boolean;
  /** What becomes of the draft. */
  readonly children: string;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Asks before a draft is no longer offered. */
export function DiscardDialog({ isOpen, children, onDiscard, onClose }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Discard this draft?"
      confirmLabel="Discard Draft"
      pendingLabel="Discard Draft"
      isPending={false}
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
