import '../../../styles/mantine-overlays.css';
import { counted } from '@inkwell/shared/format';
import { lineCheck } from '@inkwell/shared/line-icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { usePageTitle } from '../../../lib/title.ts';
import { reviewQueries } from '../../reviews/api/queries.ts';
import styles from '../admin.module.css';
import { PagedList, totalOf } from '../components/paged-list.tsx';
import { moveByKey } from '../components/row-keys.tsx';
import { ReviewRow } from '../reviews/review-row.tsx';

/** `/admin/reviews`, for admins and moderators: the posts that wait for staff. */
export function Component() {
  usePageTitle('To Review');
  return <StaffGate>{() => <Reviews />}</StaffGate>;
}

function Reviews() {
  const query = useInfiniteQuery(reviewQueries.waiting());
  const list = useRef<HTMLUListElement>(null);
  const total = totalOf(query);
  return (
    <div className={`container ${styles.page}`}>
      <h1>To Review</h1>
      <div className={styles.panel}>
        <div className={styles.bar}>
          <span role="status" className={styles.note}>
            {total !== null && `${counted(total, 'post', 'posts')} in review`}
          </span>
        </div>
        <PagedList
          query={query}
          noun="posts in review"
          rowHeight={56}
          empty={
            <EmptyState icon={lineCheck} title="Nothing to review" headingLevel={2}>
              Posts that their authors submit appear here, the longest wait first.
            </EmptyState>
          }
        >
          {(items) => (
            <ul ref={list} className={`${styles.rows} ${styles.list}`} onKeyDown={moveByKey}>
              {items.map((item) => (
                <ReviewRow key={item.id} review={item} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </div>
  );
}
