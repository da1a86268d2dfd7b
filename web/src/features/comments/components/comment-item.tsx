import { faTrash } from '@fortawesome/free-solid-svg-icons';
import type { Comment } from '@inkwell/shared/comments';
import { canDeleteComment } from '@inkwell/shared/permissions';
import { personName } from '@inkwell/shared/users';
import { Avatar } from '../../../components/avatar.tsx';
import { IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useViewer } from '../../../lib/session.tsx';
import { relativeTime } from '../../../lib/time.ts';
import styles from '../comments.module.css';

interface CommentItemProps {
  readonly comment: Comment;
  readonly isDeleting: boolean;
  readonly onDelete: (id: string) => void;
}

/** One comment, with a delete icon for its author. */
export function CommentItem({ comment, isDeleting, onDelete }: CommentItemProps) {
  const viewer = useViewer();
  return (
    <li
      aria-label={`Comment by ${personName(comment.author)}`}
      tabIndex={-1}
      data-focus-target
      className={styles.comment}
      style={isDeleting ? { opacity: 0.5 } : undefined}
    >
      <Avatar person={comment.author} size={36} />
      <div className={styles.who}>
        <span className={styles.name}>{personName(comment.author)}</span>
        <time className={styles.when} dateTime={comment.createdAt}>
          {relativeTime(comment.createdAt)}
        </time>
      </div>
      {canDeleteComment(viewer, comment) ? (
        <IconButton
          label="Delete comment"
          aria-disabled={isDeleting}
          onClick={() => {
            if (!isDeleting) onDelete(comment.id);
          }}
        >
          <Icon icon={faTrash} />
        </IconButton>
      ) : (
        <span />
      )}
      <p className={styles.text} dir="auto">
        {comment.content}
      </p>
    </li>
  );
}
