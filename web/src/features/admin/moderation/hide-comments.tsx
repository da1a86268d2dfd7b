import { counted } from '@inkwell/shared/format';
import { use, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { toastSuccess } from '../../../lib/toast.ts';
import { useDecideAllOf } from '../api/moderation.ts';
import { RowNameId } from '../components/staff-row.tsx';
import { HideAllDialog } from './hide-all-dialog.tsx';

interface HideCommentsProps {
  readonly userId: string;
  readonly name: string;
}

/** Hides all comments of a blocked person, after a question. */
export function HideComments({ userId, name }: HideCommentsProps) {
  const decide = useDecideAllOf(userId);
  const [isAsking, setAsking] = useState(false);
  const hide = (reason: string | null) =>
    decide.mutate(
      { isHiding: true, reason },
      {
        onSuccess({ changed, isDone }) {
          setAsking(false);
          const done = `${counted(changed, 'comment', 'comments')} hidden`;
          toastSuccess('Success', isDone ? done : `${done} so far. The rest continues in the background`);
        },
      },
    );
  return (
    <>
      <Button size="small" variant="secondary" aria-describedby={use(RowNameId)} onClick={() => setAsking(true)}>
        Hide Comments...
      </Button>
      {isAsking && (
        <HideAllDialog who={name} isPending={decide.isPending} onConfirm={hide} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
