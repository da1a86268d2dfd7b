import { lineBookmark, lineFolder } from '@inkwell/shared/reading-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { type CardAct, cardAct } from '../../../lib/card-act.ts';
import { readingPaths } from '../../../lib/reading-paths.ts';
import { useViewer } from '../../../lib/session.tsx';
import { bookmarkQueries } from '../api/queries.ts';
import { sendUnsent } from '../api/sending.ts';
import { keepSavedHere } from '../saved-here.ts';
import { useBookmark } from '../use-bookmark.ts';
import { LazyListsDialog } from './lazy-lists-dialog.ts';
import styles from './save-button.module.css';

/** Saves the post of a card, or removes it; on the reading list also chooses its lists. */
const SaveToggle: CardAct = ({ post }) => {
  const userId = useViewer()?.id ?? '';
  const { isSaved, change } = useBookmark(userId, post.id);
  const isInList = useLocation().pathname === readingPaths.readingList;
  const [isChoosing, setChoosing] = useState(false);
  if (isSaved === null) return null;
  return (
    <div className={styles.acts}>
      {isInList && isSaved && (
        <IconButton label={`Lists of ${post.title}`} className={styles.act} onClick={() => setChoosing(true)}>
          <Icon icon={lineFolder} />
        </IconButton>
      )}
      <IconButton
        label={`Save ${post.title}`}
        aria-pressed={isSaved}
        className={`${styles.act} ${isSaved ? styles.saved : ''}`}
        onClick={() => change(!isSaved)}
      >
        <Icon icon={lineBookmark} />
      </IconButton>
      {isChoosing && <LazyListsDialog post={post} onClose={() => setChoosing(false)} />}
    </div>
  );
};

/** While somebody is signed in: enables Save on cards, sends changes that were made offline, and stores saved posts in this browser. */
export function BookmarkServices() {
  const client = useQueryClient();
  const userId = useViewer()?.id ?? '';
  // Loaded when a card or an article needs it.
  const { data: saved } = useQuery({ ...bookmarkQueries.saved(userId), enabled: false });

  useEffect(() => {
    if (!saved) return;
    const keep = () => keepSavedHere(saved.posts.map(({ postId }) => postId));
    keep();
    // Posts that were saved offline or not loaded completely.
    window.addEventListener('online', keep);
    return () => window.removeEventListener('online', keep);
  }, [saved]);

  useEffect(() => {
    cardAct.set(SaveToggle);
    return () => cardAct.set(null);
  }, []);

  // Changes that an earlier page could not send.
  useEffect(() => void sendUnsent(client, userId), [client, userId]);

  return null;
}
