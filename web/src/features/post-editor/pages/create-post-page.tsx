import '../../../components/mantine-parts.ts';
import { standingRefusal } from '@inkwell/shared/own-posts';
import { isStaff } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ButtonLink } from '../../../components/button.tsx';
import { WriterGate } from '../../../components/staff-gate.tsx';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { lastList, stateOfWayBack, type WayBack } from '../../../lib/way-back.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { EditorLoader } from '../components/editor-loader.tsx';
import { MissingPost } from '../components/missing-post.tsx';
import type { WantedDraft } from '../session/offers.ts';
import { useFreshPost } from '../use-fresh-post.ts';
import { useSitting } from '../use-sitting.ts';
import { useUnsavedEdit } from '../use-unsaved-edit.ts';
import { EditorForm } from './editor-form.tsx';

interface EditPostProps {
  readonly id: string;
  readonly viewer: User;
  readonly draft: WantedDraft | null;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
  readonly onCreated: (postId: string) => void;
  readonly wayBack: WayBack | null;
}

function EditPost({ id, viewer, ...rest }: EditPostProps) {
  const props = { userId: viewer.id, ...rest };
  const fresh = useFreshPost(id);
  const kept = useUnsavedEdit(props.userId, id, fresh.status === 'failed');
  if (kept.edit) {
    return (
      <>
        <p className="container" role="status">
          The post could not be loaded: this is your draft of it. If somebody has changed the post, you will be asked
          when you save.
        </p>
        <EditorForm {...props} post={kept.edit.post} draft={{ id: kept.edit.draftId, isOnServer: false }} />
      </>
    );
  }
  if (kept.isLooking) return <EditorLoader />;
  switch (fresh.status) {
    case 'ready': {
      const refusal = standingRefusal(viewer, {
        authorIds: fresh.post.authorIds,
        // Only people who may see drafts get the status.
        status: fresh.post.status ?? 'published',
      });
      if (refusal !== null) return <Refused words={refusal} />;
      return <EditorForm post={fresh.post} {...props} />;
    }
    case 'loading':
      return <EditorLoader />;
    case 'missing':
      return (
        <div className="container">
          <MissingPost
            postId={id}
            headingLevel={1}
            removed="The post you're looking for doesn't exist or has been removed."
            actions={
              <>
                <ButtonLink to={paths.posts}>Back to Posts</ButtonLink>
                <ButtonLink variant="secondary" to={writingPaths.drafts}>
                  Unsaved Changes
                </ButtonLink>
              </>
            }
          >
            <p>Your unsaved changes to it are in your drafts.</p>
          </MissingPost>
        </div>
      );
    case 'failed':
      return (
        <div className="container">
          <ErrorState title="The post could not be loaded" error={fresh.error} onRetry={fresh.retry} />
        </div>
      );
  }
}

/** Shown instead of a post that a writer may read but not change. */
const Refused = ({ words }: { readonly words: string }) => (
  <div className="container">
    <EmptyState
      headingLevel={1}
      title="You Cannot Change This Post"
      actions={
        <>
          <ButtonLink to={paths.writing}>My Posts</ButtonLink>
          <ButtonLink variant="secondary" to={writingPaths.drafts}>
            Unsaved Changes
          </ButtonLink>
        </>
      }
    >
      <p>{words}</p>
    </EmptyState>
  </div>
);

/**
 * `/create-post`: writes a new post, or edits the post of `?edit=`, optionally with the draft of `?draft=`. Product §2.
 */
export function Component() {
  const navigate = useNavigate();
  const { id: editId, draft, key: sittingKey, isNew, ...sitting } = useSitting('edit');
  usePageTitle(editId ? 'Edit Post' : 'Create New Post');
  const [wayBack] = useState(lastList.snapshot);

  const goOnAt = (postId: string) => {
    sitting.goOnAt(postId);
    void navigate(paths.editPost(postId), { replace: true, preventScrollReset: true });
  };

  return (
    <WriterGate>
      {(viewer) => {
        const onLeave = () =>
          isStaff(viewer)
            ? void navigate(paths.home, { state: stateOfWayBack(wayBack) })
            : void navigate(paths.writing);
        const rest = { draft, onSaved: onLeave, onCancel: onLeave, onCreated: goOnAt, wayBack };
        const key = `${viewer.id} ${sittingKey}`;
        return editId && !isNew ? (
          <EditPost key={key} id={editId} viewer={viewer} {...rest} />
        ) : (
          <EditorForm key={key} userId={viewer.id} post={null} {...rest} />
        );
      }}
    </WriterGate>
  );
}
