import { counted } from '@inkwell/shared/format';
import { toastSuccess } from '../../../lib/toast.ts';
import { useDecideAllOf } from '../api/moderation.ts';
import { HideAllDialog } from './hide-all-dialog.tsx';

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
