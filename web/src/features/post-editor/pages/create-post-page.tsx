import '../../../components/mantine-parts.ts';
import { standingRefusal } from '@inkwell/shared/own-posts';
import { canPublish, isStaff } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ButtonLink } from '../../../components/button.tsx';
import { lazyDialog } from '../../../components/lazy-dialog.tsx';
import { WriterGate } from '../../../components/staff-gate.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import { useViewer } from '../../../lib/session.tsx';
import { usePageTitle } from '../../../lib/title.ts';
import { lastList, stateOfWayBack, type WayBack } from '../../../lib/way-back.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { postQueries } from '../../posts/api/queries.ts';
import { EditorPage, type Opened, StoredEditor } from '../components/editor-page.tsx';
import { MissingPost } from '../components/missing-post.tsx';
import { EditorSidebar } from '../components/sidebar.tsx';
import { useFresh } from '../use-fresh.ts';
import { usePostEditor } from '../use-post-editor.ts';
import { useSitting } from '../use-sitting.ts';

interface EditorFormProps extends Opened {
  readonly onSaved: () => void;
  readonly onCancel: () => void;
  /** The list from which the editor was opened. */
  readonly wayBack: WayBack | null;
}

interface EditPostProps extends Omit<EditorFormProps, 'userId' | 'post'> {
  readonly id: string;
  readonly viewer: User;
}

const LazyReviewSheet = lazyDialog(
  async () => (await import('../components/review-sheet.tsx')).ReviewSheet,
  'The review could not be opened',
);

function EditorForm({ onSaved, onCancel, wayBack, ...opened }: EditorFormProps) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const [margin, setMargin] = useState<HTMLElement | null>(null);
  const [isReviewing, setReviewing] = useState(false);
  const [isIssueWanted, setIssueWanted] = useState(false);
  const leave = () => {
    const saved = editor.session.snapshot().stored;
    if (isIssueWanted && saved?.isPublished) void navigate(writingPaths.newNewsletterIssue(saved.id));
    else onSaved();
  };
  const editor = usePostEditor({ ...opened, onSaved: leave, wayBack });
  const { stored, isFinished, form, saving, errors } = editor.state;
  // The issue was requested with a save that failed; Publish Post leads home.
  // biome-ignore lint/correctness/useExhaustiveDependencies: errors end a save before it begins
  useEffect(() => {
    if (!saving && !isFinished) setIssueWanted(false);
  }, [saving, isFinished, errors]);
  const isPlanned = editor.planned !== '' && !form.isPublished;
  const [first, firstPending] = isPlanned ? ['Schedule Post', 'Scheduling...'] : ['Publish Post', 'Publishing...'];
  const [staffLabel, staffPending] = stored ? ['Update Post', 'Updating...'] : [first, firstPending];
  const [label, pendingLabel] = canPublish(viewer) ? [staffLabel, staffPending] : ['Save Draft', 'Saving...'];

  return (
    <EditorPage
      opened={opened}
      editor={editor}
      head={
        <>
          <h1>{stored ? 'Edit Post' : 'Create New Post'}</h1>
          {stored && <Link to={writingPaths.revisions(stored.id)}>Revisions</Link>}
        </>
      }
      ownAddress={stored ? paths.editPost(stored.id) : paths.createPost}
      submitLabel={label}
      pendingLabel={pendingLabel}
      onCancel={onCancel}
      onReview={() => setReviewing(true)}
      margin={setMargin}
      dialog={
        isReviewing && (
          <LazyReviewSheet editor={editor} onIssueWanted={setIssueWanted} onClose={() => setReviewing(false)} />
        )
      }
    >
      <EditorSidebar editor={editor} margin={margin} />
    </EditorPage>
  );
}

function EditPost({ id, viewer, draft, ...rest }: EditPostProps) {
  const missing = (
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
  );
  return (
    <StoredEditor id={id} userId={viewer.id} fresh={useFresh(postQueries.byId(id))} missing={missing}>
      {(post, unsaved) => {
        const { authorIds, status = 'published' } = post;
        const refusal = unsaved ? null : standingRefusal(viewer, { authorIds, status });
        if (refusal !== null) return <Refused words={refusal} />;
        return <EditorForm {...rest} userId={viewer.id} post={post} draft={unsaved ?? draft} />;
      }}
    </StoredEditor>
  );
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
