import { canPublish } from '@inkwell/shared/permissions';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useFirstFocus } from '../../../hooks/use-first-focus.ts';
import { paths } from '../../../lib/paths.ts';
import { useViewer } from '../../../lib/session.tsx';
import type { WayBack } from '../../../lib/way-back.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { EditorFrame } from '../components/editor-frame.tsx';
import { LazyReviewSheet } from '../components/lazy-review.ts';
import { EditorSidebar } from '../components/sidebar.tsx';
import styles from '../post-editor.module.css';
import type { EditedPost } from '../post-form.ts';
import type { WantedDraft } from '../session/offers.ts';
import { usePostEditor } from '../use-post-editor.ts';
import { LeaveGuard } from './leave-guard.tsx';

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

/** The editor as a page: text on the left, settings on the right. */
export function EditorForm({ userId, post, onSaved, onCancel, onCreated, draft, wayBack }: EditorFormProps) {
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
