import type { Post } from '@inkwell/shared/posts';
import { useMediaQuery } from '@mantine/hooks';
import { Dialog } from '../../components/dialog.tsx';
import { LoadingRegion, Skeleton } from '../../components/skeleton.tsx';
import { ErrorState } from '../../components/states.tsx';
import { postQueries } from '../posts/api/queries.ts';
import { EditorFrame } from './components/editor-frame.tsx';
import { ImageField } from './components/image-field.tsx';
import { MissingPost } from './components/missing-post.tsx';
import { CoverDetails, PostDetails } from './components/post-details.tsx';
import { PostFields } from './components/post-fields.tsx';
import styles from './post-editor.module.css';
import { useFresh } from './use-fresh.ts';
import { usePostEditor } from './use-post-editor.ts';

/** On a phone the dialog fills the screen. */
const PHONE = '(max-width: 40rem)';

interface DialogProps {
  readonly postId: string;
  readonly userId: string;
  readonly onClose: () => void;
}

function DialogForm({ post, userId, onClose }: Omit<DialogProps, 'postId'> & { readonly post: Post }) {
  const editor = usePostEditor({ userId, post, onSaved: onClose });
  return (
    <EditorFrame
      editor={editor}
      name="Edit post"
      surface="dialog"
      submitLabel="Update Post"
      pendingLabel="Updating..."
      onCancel={onClose}
    >
      <div className={styles.side}>
        <PostFields surface="dialog" place="settings" editor={editor} />
        <div className={styles.detailGroups}>
          <PostDetails editor={editor} />
        </div>
        <ImageField editor={editor} />
        <CoverDetails editor={editor} />
      </div>
    </EditorFrame>
  );
}

function DialogBody({ postId, userId, onClose }: DialogProps) {
  const fresh = useFresh(postQueries.byId(postId));
  switch (fresh.status) {
    case 'ready':
      return <DialogForm post={fresh.post} userId={userId} onClose={onClose} />;
    case 'missing':
      return <MissingPost postId={postId} headingLevel={3} removed="The post doesn't exist or has been removed." />;
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

/** Edits a post without leaving the list. Closing resets form and image. The draft is offered when the dialog opens again. Product §2. */
export function EditPostDialog(props: DialogProps) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  return (
    <Dialog
      onClose={props.onClose}
      closeOnClickOutside={false}
      // A transform would become the containing block of fixed elements, and the full-page text would not fill the
      // page.
      transitionProps={{ transition: 'fade' }}
      size="78rem"
      yOffset="2.5dvh"
      fullScreen={isPhone}
      className={styles.dialog ?? ''}
      title="Edit Post"
    >
      <p className={styles.lead}>Make changes to your post. Click save when you're done.</p>
      <DialogBody key={props.postId} {...props} />
    </Dialog>
  );
}
