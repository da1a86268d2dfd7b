import type { Post } from '@inkwell/shared/posts';
import { lineBookmark, lineFolder } from '@inkwell/shared/reading-icons';
import { useState } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useSession } from '../../../lib/session.tsx';
import { toastError } from '../../../lib/toast.ts';
import { useBookmark } from '../use-bookmark.ts';
import { ListsDialogPart } from './lists-dialog-part.tsx';
import styles from './save-toggle.module.css';

/** Saves the article to the reading list, or removes it; visitors are asked to log in. */
export function SaveButton({ post }: { readonly post: Pick<Post, 'id' | 'title'> }) {
  const session = useSession();
  const userId = session.status === 'signed-in' ? session.user.id : '';
  const { isSaved, change } = useBookmark(userId, post.id);
  const [isChoosing, setChoosing] = useState(false);

  const press = () => {
    if (session.status === 'signed-in') change(!isSaved);
    else if (session.status !== 'loading') toastError('Login Required', 'Please log in to save posts');
  };
  return (
    <>
      <Button
        variant="secondary"
        aria-label={isSaved ? 'Saved to the reading list' : 'Save to the reading list'}
        aria-pressed={isSaved ?? false}
        className={isSaved ? styles.saved : undefined}
        icon={<Icon icon={lineBookmark} />}
        onClick={press}
      >
        {isSaved ? 'Saved' : 'Save'}
      </Button>
      {isSaved && (
        <IconButton label="Lists" onClick={() => setChoosing(true)}>
          <Icon icon={lineFolder} />
        </IconButton>
      )}
      {isChoosing && <ListsDialogPart post={post} onClose={() => setChoosing(false)} />}
    </>
  );
}
