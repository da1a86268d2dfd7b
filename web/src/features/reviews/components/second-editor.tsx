import { personName } from '@inkwell/shared/format';
import { isStaff } from '@inkwell/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useViewer } from '../../../lib/session.tsx';
import { reviewQueries } from '../api/queries.ts';

interface SecondEditorProps {
  readonly postId: string;
  readonly onLeave: () => void;
}

/** Asks staff before they edit a post that somebody else has taken for review. */
export function SecondEditor({ postId, onLeave }: SecondEditorProps) {
  const viewer = useViewer();
  const { data: review } = useQuery(reviewQueries.ofPost(postId));
  const [agreed, setAgreed] = useState<string | null>(null);
  const other = review?.state === 'in-review' && review.takenBy?.id !== viewer?.id ? review.takenBy : null;
  if (!isStaff(viewer) || !other) return null;
  return (
    <ConfirmDialog
      isOpen={agreed !== other.id}
      title={`${personName(other)} is reviewing this post`}
      confirmLabel="Edit Anyway"
      variant="primary"
      onConfirm={() => setAgreed(other.id)}
      onClose={onLeave}
    >
      You can edit and publish it too. Whoever saves last is asked what to do with both versions.
    </ConfirmDialog>
  );
}
