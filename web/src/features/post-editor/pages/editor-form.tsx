import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { paths } from '../../../lib/paths.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { ConflictDialog } from '../components/conflict-dialog.tsx';
import { DraftBanners } from '../components/draft-banners.tsx';
import { DraftStatus } from '../components/draft-status.tsx';
import { EditingBanner } from '../components/editing-banner.tsx';
import { GoneBanner } from '../components/gone-banner.tsx';
import { MergeBanner } from '../components/merge-banner.tsx';
import { PostFields } from '../components/post-fields.tsx';
import { PreviewToggle } from '../components/preview-toggle.tsx';
import { RestBanner } from '../components/rest-banner.tsx';
import { EditorSidebar } from '../components/sidebar.tsx';
import { formKeysHint, onFormKeyDown, SUBMIT_KEYS } from '../form-keys.ts';
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
  /** A new post is stored, and its writer goes on with it. */
  readonly onCreated: (postId: string) => void;
  /** An earlier draft that was asked for with the page. */
  readonly draft: WantedDraft | null;
}

/** The editor as a page: text on the left, settings on the right. */
export function EditorForm({ userId, post, onSaved, onCreated, draft }: EditorFormProps) {
  const navigate = useNavigate();
  const editor = usePostEditor({ userId, post, onSaved, wantedDraft: draft });
  const { stored, isPreviewing, isFinished, form, saving } = editor.state;
  const isPlanned = editor.planned !== '' && !form.isPublished;
  const [first, firstPending] = isPlanned ? ['Schedule Post', 'Scheduling...'] : ['Publish Post', 'Publishing...'];
  const [label, pendingLabel] = stored ? ['Update Post', 'Updating...'] : [first, firstPending];

  const createdId = isFinished || stored?.id === post?.id ? null : stored?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for a post, whoever listens
  useEffect(() => {
    if (createdId) onCreated(createdId);
  }, [createdId]);

  return (
    <div className={`container ${styles.page}`}>
      <div className={styles.header}>
        <h1>{stored ? 'Edit Post' : 'Create New Post'}</h1>
        <div className={styles.badges}>
          <PreviewToggle editor={editor} />
          <DraftStatus editor={editor} />
          {stored && (
            <ButtonLink size="small" variant="secondary" to={writingPaths.revisions(stored.id)}>
              Revisions
            </ButtonLink>
          )}
        </div>
      </div>
      <EditingBanner others={editor.others} />
      <DraftBanners editor={editor} />
      <GoneBanner editor={editor} />
      <MergeBanner editor={editor} />
      <RestBanner editor={editor} />
      <form
        noValidate
        className={styles.columns}
        aria-label={stored ? 'Edit post' : 'New post'}
        onSubmit={editor.submit}
        onKeyDown={(event) => onFormKeyDown(event, editor.saveHere)}
      >
        <div className={styles.fields}>
          <PostFields surface="page" place="text" editor={editor} isPreviewing={isPreviewing} />
        </div>
        <EditorSidebar editor={editor} />
        <div className={styles.actions}>
          <Button variant="secondary" onClick={() => void navigate(paths.home)}>
            Cancel
          </Button>
          <Button type="submit" isPending={saving !== null} aria-keyshortcuts={SUBMIT_KEYS}>
            {saving ? pendingLabel : label}
          </Button>
          <p className={styles.keys}>{formKeysHint(label)}</p>
        </div>
      </form>
      <ConflictDialog versions={editor.versions} onChoose={editor.choose} />
      <LeaveGuard
        ownAddress={stored ? paths.editPost(stored.id) : paths.createPost}
        hasUnsavedWork={editor.hasUnsavedWork}
        onDiscard={editor.session.discard}
      />
    </div>
  );
}
