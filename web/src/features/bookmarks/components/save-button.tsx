import type { Post } from '@inkwell/shared/posts';
import { lineBookmark, lineFolder } from '@inkwell/shared/reading-icons';
import { useState } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useEarlyPress } from '../../../hooks/use-early-press.ts';
import { useSession } from '../../../lib/session.tsx';
import { toastError } from '../../../lib/toast.ts';
import { useBookmark } from '../use-bookmark.ts';
import { LazyListsDialog } from './lazy-lists-dialog.ts';
import styles from './save-button.module.css';

/** Saves the article to the reading list, or removes it; visitors are asked to log in. */
export function SaveButton({ post }: { readonly post: Pick<Post, 'id' | 'title'> }) {
  const session = useSession();
  const userId = session.status === 'signed-in' ? session.user.id : '';
  const { isSaved: isStored, change } = useBookmark(userId, post.id);
  /** The reader's last choice, shown until the reading list has loaded. */
  const [isChosen, setChosen] = useState(false);
  const act = (isSignedIn: boolean, isSaving = true) => {
    if (isSignedIn) {
      setChosen(isSaving);
      change(isSaving);
    } else toastError('Login Required', 'Please log in to save posts');
  };
  const { isEarly, keep } = useEarlyPress(act);
  const isSaved = isStored ?? (isEarly || isChosen);
  const [isChoosing, setChoosing] = useState(false);

  return (
    <>
      <Button
        variant="secondary"
        aria-label={isSaved ? 'Saved to the reading list' : 'Save to the reading list'}
        aria-pressed={isSaved}
        className={isSaved ? styles.saved : undefined}
        icon={<Icon icon={lineBookmark} />}
        onClick={() => keep() || act(session.status === 'signed-in', !isSaved)}
      >
        <span data-word>{isSaved ? 'Saved' : 'Save'}</span>
      </Button>
      {isStored && (
        <IconButton label="Lists" onClick={() => setChoosing(true)}>
          <Icon icon={lineFolder} />
        </IconButton>
      )}
      {isChoosing && <LazyListsDialog post={post} onClose={() => setChoosing(false)} />}
    </>
  );
}
