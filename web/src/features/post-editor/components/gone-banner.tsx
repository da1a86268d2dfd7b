import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { trashQuery, useUndelete } from '../api/trash.ts';
import styles from '../post-editor.module.css';
import type { PostEditor } from '../use-post-editor.ts';

/** Tells that the edited post was deleted, offers to restore it from the trash, and to save its text as a new post. */
function Gone({ editor, postId }: { readonly editor: PostEditor; readonly postId: string }) {
  const { kind } = editor.state;
  const trash = useQuery({ ...trashQuery(postId), enabled: kind === 'post' });
  const undelete = useUndelete(postId);
  if (trash.isLoading) return null;
  return (
    <div className={styles.banner} role="alert">
      <p>
        {trash.data ? 'This post is in the trash.' : `This ${kind} was deleted by someone else.`} Your text is still
        here, and saved as a draft.
      </p>
      {trash.data && (
        <Button
          size="small"
          isPending={undelete.isPending}
          onClick={() => undelete.mutate(undefined, { onSuccess: editor.goOnWithRestored })}
        >
          {undelete.isPending ? 'Restoring...' : 'Restore Post'}
        </Button>
      )}
      <Button size="small" variant={trash.data ? 'secondary' : 'primary'} onClick={editor.saveAsNew}>
        {`Save as a New ${kind === 'page' ? 'Page' : 'Post'}`}
      </Button>
    </div>
  );
}

export function GoneBanner({ editor }: { readonly editor: PostEditor }) {
  const { isGone, stored } = editor.state;
  return isGone && stored && <Gone editor={editor} postId={stored.id} />;
}
