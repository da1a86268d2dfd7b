import { lineBookmark, lineFolder } from '@inkwell/shared/reading-icons';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import type { CardAct } from '../../../lib/card-act.ts';
import { readingPaths } from '../../../lib/reading-paths.ts';
import { useViewer } from '../../../lib/session.tsx';
import { useBookmark } from '../use-bookmark.ts';
import { LazyListsDialog } from './lazy-lists-dialog.ts';
import styles from './save-toggle.module.css';

/** Saves the post of a card, or removes it; on the reading list also chooses its lists. */
export const SaveToggle: CardAct = ({ post }) => {
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
