import { isStaff } from '@inkwell/shared/permissions';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { useViewer } from '../../../lib/session.tsx';
import styles from '../admin.module.css';

/** The hint below the question about a deletion: where to find the posts or pages afterwards. */
export function TrashNote({ isMany = false }: { readonly isMany?: boolean }) {
  const [it, draft] = isMany ? ['them', 'drafts'] : ['it', 'a draft'];
  return (
    <p className={styles.note}>
      You will find {it} in the trash for {POST_LIMITS.trashDays} days, where {isStaff(useViewer()) ? 'staff' : 'you'}{' '}
      can restore {it} as {draft}.
    </p>
  );
}
