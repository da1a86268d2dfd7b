import type { Post } from '@inkwell/shared/posts';
import { Modal } from '@mantine/core';
import { Button } from '../../components/button.tsx';
import { LoadingRegion, Skeleton } from '../../components/skeleton.tsx';
import { ErrorState } from '../../components/states.tsx';
import { useFocusBack } from '../../hooks/use-focus-back.ts';
import { ConflictDialog } from './components/conflict-dialog.tsx';
import { DraftBanners } from './components/draft-banners.tsx';
import { DraftStatus } from './components/draft-status.tsx';
import { EditingBanner } from './components/editing-banner.tsx';
import { GoneBanner } from './components/gone-banner.tsx';
import { ImageField } from './components/image-field.tsx';
import { MergeBanner } from './components/merge-banner.tsx';
import { PostFields } from './components/post-fields.tsx';
import { PreviewToggle } from './components/preview-toggle.tsx';
import { RestBanner } from './components/rest-banner.tsx';
import { formKeysHint, onFormKeyDown, SUBMIT_KEYS } from './form-keys.ts';
import styles from './post-editor.module.css';
import { useFreshPost } from './use-fresh-post.ts';
import { usePostEditor } from './use-post-editor.ts';

interface DialogProps {
  readonly postId: string;
  readonly userId: string;
  readonly onClose: () => void;
}

function DialogForm({
  post,
  userId,
  onClose,
}: {
  readonly post: Post;
  readonly userId: string;
  readonly onClose: () => void;
}) {
  const editor = usePostEditor({ userId, post, onSaved: onClose });
  const { isPreviewing, saving } = editor.state;
  return (
    <>
      <EditingBanner others={editor.others} />
      <DraftBanners editor={editor} />
      <GoneBanner editor={editor} />
      <MergeBanner editor={editor} />
      <RestBanner editor={editor} />
      <form
        noValidate
        className={styles.fields}
        aria-label="Edit post"
        onSubmit={editor.submit}
        onKeyDown={(event) => onFormKeyDown(event, editor.saveHere)}
      >
        <PostFields surface="dialog" place="head" editor={editor} />
        <div className={styles.badges}>
          <PreviewToggle editor={editor} />
          <DraftStatus editor={editor} />
        </div>
        <PostFields surface="dialog" place="body" editor={editor} isPreviewing={isPreviewing} />
        <ImageField editor={editor} />
        <PostFields surface="dialog" place="foot" editor={editor} />
        <div className={styles.actions}>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isPending={saving !== null} aria-keyshortcuts={SUBMIT_KEYS}>
            {saving ? 'Updating...' : 'Update Post'}
          </Button>
          <p className={styles.keys}>{formKeysHint('Update Post')}</p>
        </div>
      </form>
      <ConflictDialog versions={editor.versions} onChoose={editor.choose} />
    </>
  );
}

function DialogBody({ postId, userId, onClose }: DialogProps) {
  const fresh = useFreshPost(postId);
  switch (fresh.status) {
    case 'ready':
      return <DialogForm post={fresh.post} userId={userId} onClose={onClose} />;
    case 'missing':
      return <ErrorState title="Post Not Found">The post doesn't exist or has been removed.</ErrorState>;
    case 'failed':
      return <ErrorState title="The post could not be loaded" error={fresh.error} onRetry={fresh.retry} />;
    case 'loading':
      return (
        <LoadingRegion label="Loading post">
          <Skeleton height="20rem" />
        </LoadingRegion>
      );
  }
}

/**
 * Edits a post without leaving the list. Closing resets form and image; what was typed stays a draft that is offered when
 * the dialog opens again. Product §2.
 */
export function EditPostDialog(props: DialogProps) {
  useFocusBack();
  return (
    <Modal
      opened
      onClose={props.onClose}
      closeOnClickOutside={false}
      // One that moves stays what fixed places go by: the text would not fill the page.
      transitionProps={{ transition: 'fade' }}
      size="56rem"
      title="Edit Post"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className={styles.lead}>Make changes to your post. Click save when you're done.</p>
      <DialogBody key={props.postId} {...props} />
    </Modal>
  );
}
