import '../../../styles/mantine-overlays.css';
import { counted } from '@inkwell/shared/format';
import { lineCheck } from '@inkwell/shared/line-icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/states.tsx';
import { reviewQueries } from '../../reviews/api/queries.ts';
import styles from '../admin.module.css';
import { totalOf } from '../components/paged-list.tsx';
import { StaffList } from '../components/staff-list.tsx';
import { StaffPage } from '../components/staff-page.tsx';
import { ReviewRow } from '../reviews/review-row.tsx';

/** `/admin/reviews`, for admins and moderators: the posts that wait for staff. */
export function Component() {
  return <StaffPage title="To Review">{() => <Reviews />}</StaffPage>;
}

function Reviews() {
  const query = useInfiniteQuery(reviewQueries.waiting());
  const total = totalOf(query);
  return (
    <>
      <div className={styles.bar}>
        <span role="status" className={styles.note}>
          {total !== null && `${counted(total, 'post', 'posts')} in review`}
        </span>
      </div>
      <StaffList
        query={query}
        noun="posts in review"
        rowHeight={56}
        empty={
          <EmptyState icon={lineCheck} title="Nothing to review" headingLevel={2}>
            Submitted posts appear here, the longest waiting first.
          </EmptyState>
        }
      >
        {(item) => <ReviewRow key={item.id} review={item} />}
      </StaffList>
    </>
  );
}
