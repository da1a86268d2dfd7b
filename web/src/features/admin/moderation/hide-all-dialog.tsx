import { ReasonDialog } from './reason-dialog.tsx';

interface HideAllDialogProps {
  readonly who: string;
  readonly isPending: boolean;
  readonly onConfirm: (reason: string | null) => void;
  readonly onClose: () => void;
}

/** Asks before all comments of a person are hidden. */
export function HideAllDialog({ who, ...dialog }: HideAllDialogProps) {
  return (
    <ReasonDialog title={`Hide all comments by ${who}?`} confirmLabel="Hide All" pendingLabel="Hiding..." {...dialog}>
      Readers will no longer see any of them. You can show them again later.
    </ReasonDialog>
  );
}
