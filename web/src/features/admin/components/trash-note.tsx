import { isStaff } from '@inkwell/shared/permissions';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { useViewer } from '../../../lib/session.tsx';
import styles from '../admin.module.css';

/** The line below the question whether to delete posts. */
export function TrashNote() {
  return (
    <p className={styles.note}>
      {isStaff(useViewer()) ? 'Staff' : 'You'} can restore what is deleted from the trash for {POST_LIMITS.trashDays}{' '}
      days.
    </p>
  );
}
