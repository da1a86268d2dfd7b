import '../../../components/mantine-parts.ts';
import { standingRefusal } from '@inkwell/shared/own-posts';
import { canPublish, isStaff } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ButtonLink } from '../../../components/button.tsx';
import { lazyDialog } from '../../../components/lazy-dialog.tsx';
import { WriterGate } from '../../../components/staff-gate.tsx';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import { useFirstFocus } from '../../../hooks/use-first-focus.ts';
import { paths } from '../../../lib/paths.ts';
import { useViewer } from '../../../lib/session.tsx';
import { usePageTitle } from '../../../lib/title.ts';
import { lastList, stateOfWayBack, type WayBack } from '../../../lib/way-back.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { EditorFrame } from '../components/editor-frame.tsx';
import { EditorLoader } from '../components/editor-loader.tsx';
import { MissingPost } from '../components/missing-post.tsx';
import { EditorSidebar } from '../components/sidebar.tsx';
import styles from '../post-editor.module.css';
import type { EditedPost } from '../post-form.ts';
import type { WantedDraft } from '../session/offers.ts';
import { useFreshPost } from '../use-fresh-post.ts';
import { usePostEditor } from '../use-post-editor.ts';
import { useSitting } from '../use-sitting.ts';
import { useUnsavedEdit } from '../use-unsaved-edit.ts';
import { LeaveGuard } from './leave-guard.tsx';

interface EditPostProps {
  readonly id: string;
  readonly viewer: User;
  readonly draft: WantedDraft | null;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
  readonly onCreated: (postId: string) => void;
  readonly wayBack: WayBack | null;
}

interface EditorFormProps {
  readonly userId: string;
  /** The post as it was when editing began; null for a new one. */
  readonly post: EditedPost | null;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
  /** Called when a new post is stored and its writer continues. */
  readonly onCreated: (postId: string) => void;
  /** An earlier draft, named by the address. */
  readonly draft: WantedDraft | null;
  /** The list from which the editor was opened. */
  readonly wayBack: WayBack | null;
}

const LazyReviewSheet = lazyDialog(
  async () => (await import('../components/review-sheet.tsx')).ReviewSheet,
  'The review could not be opened',
);

/** The editor as a page: text on the left, settings on the right. */
function EditorForm({ userId, post, onSaved, onCancel, onCreated, draft, wayBack }: EditorFormProps) {
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
  const editor = usePostEditor({ userId, post, onSaved: leave, wantedDraft: draft, wayBack });
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

  // Only an empty form gets the focus, because an existing text is read first.
  const isBlank = useRef(post === null && draft === null);
  useFirstFocus(() => (isBlank.current ? document.querySelector<HTMLElement>('[data-path="title"]') : null));

  const createdId = isFinished || stored?.id === post?.id ? null : stored?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once for a post
  useEffect(() => {
    if (createdId) onCreated(createdId);
  }, [createdId]);

  return (
    <div className={`container ${styles.page}`}>
      <EditorFrame
        editor={editor}
        name={stored ? 'Edit post' : 'New post'}
        head={
          <>
            <h1>{stored ? 'Edit Post' : 'Create New Post'}</h1>
            {stored && <Link to={writingPaths.revisions(stored.id)}>Revisions</Link>}
          </>
        }
        surface="page"
        submitLabel={label}
        pendingLabel={pendingLabel}
        onCancel={onCancel}
        onReview={() => setReviewing(true)}
        margin={setMargin}
      >
        <EditorSidebar editor={editor} margin={margin} />
      </EditorFrame>
      {isReviewing && (
        <LazyReviewSheet editor={editor} onIssueWanted={setIssueWanted} onClose={() => setReviewing(false)} />
      )}
      <LeaveGuard
        ownAddress={stored ? paths.editPost(stored.id) : paths.createPost}
        hasUnsavedWork={editor.hasUnsavedWork}
        onDiscard={editor.session.discard}
      />
    </div>
  );
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
