import { longDate } from '@inkwell/shared/format';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../components/button.tsx';
import { PageLoader } from '../../../components/page-loader.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { trashQuery, useUndelete } from '../api/trash.ts';

interface MissingPostProps {
  readonly postId: string;
  readonly headingLevel: 1 | 3;
  readonly actions?: ReactNode;
  /** Shown if the post was permanently deleted, or never existed. */
  readonly removed: ReactNode;
  /** Shown in both cases. */
  readonly children?: ReactNode;
}

/** Replaces a post that was not found, and offers to restore one from the trash. */
export function MissingPost({ postId, headingLevel, actions, removed, children }: MissingPostProps) {
  const trash = useQuery(trashQuery(postId));
  const undelete = useUndelete(postId);
  if (trash.isPending) return <PageLoader />;
  if (!trash.data) {
    return (
      <EmptyState headingLevel={headingLevel} title="Post Not Found" actions={actions}>
        <p>{removed}</p>
        {children}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      headingLevel={headingLevel}
      title="This Post Is in the Trash"
      actions={
        <>
          <Button isPending={undelete.isPending} onClick={() => undelete.mutate()}>
            {undelete.isPending ? 'Restoring...' : 'Restore Post'}
          </Button>
          {actions}
        </>
      }
    >
      <p>Until {longDate(trash.data.keptUntil)} you can restore it, as a draft. After that it is removed for good.</p>
      {children}
    </EmptyState>
  );
}
