import { counted } from '@inkwell/shared/format';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../../components/button.tsx';
import { failureText } from '../../../lib/failure.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import styles from '../admin.module.css';
import { moderationQueries } from '../api/moderation.ts';

/** The number of comments that wait for staff, as a link to them. */
export function CommentQueue() {
  const queue = useQuery(moderationQueries.queue());
  const words = queue.data
    ? `${counted(queue.data.reported, 'reported comment', 'reported comments')}, ${queue.data.held} held`
    : queue.isError && `It could not be found out how many comments wait. ${failureText(queue.error)}`;
  return (
    <>
      <div className={styles.bar}>
        <h2>Comments</h2>
        <ButtonLink size="small" variant="secondary" to={writingPaths.comments()}>
          Look at comments
        </ButtonLink>
      </div>
      <p role="status">{words}</p>
    </>
  );
}
