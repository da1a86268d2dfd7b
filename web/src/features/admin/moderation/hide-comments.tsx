import { counted } from '@inkwell/shared/format';
import type { ComponentProps } from 'react';
import { toastSuccess } from '../../../lib/toast.ts';
import { useDecideAllOf } from '../api/moderation.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface HideAllDialogProps extends Pick<ComponentProps<typeof ReasonDialog>, 'isPending' | 'onConfirm' | 'onClose'> {
  readonly who: string;
}
/** Asks before all comments of a person are hidden. */
export function HideAllDialog({ who, ...dialog }: HideAllDialogProps) {
  return (
    <ReasonDialog title={`Hide all comments by ${who}?`} confirmLabel="Hide All" pendingLabel="Hiding..." {...dialog}>
      Readers will no longer see any of them. You can show them again later.
    </ReasonDialog>
  );
}

interface HideCommentsProps {
  readonly userId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks whether to hide all comments of a blocked person, and hides them. */
export function HideComments({ userId, name, onClose }: HideCommentsProps) {
  const decide = useDecideAllOf(userId);
  const hide = (reason: string | null) =>
    decide.mutate(
      { isHiding: true, reason },
      {
        onSuccess({ changed, isDone }) {
          onClose();
          const done = `${counted(changed, 'comment', 'comments')} hidden`;
          toastSuccess('Success', isDone ? done : `${done} so far. The rest continues in the background`);
        },
      },
    );
  return <HideAllDialog who={name} isPending={decide.isPending} onConfirm={hide} onClose={onClose} />;
}
