import '../../../styles/mantine-overlays.css';
import { counted, personName } from '@inkwell/shared/format';
import { lineCheck } from '@inkwell/shared/line-icons';
import type { WaitingReview } from '@inkwell/shared/reviews';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Badge } from '../../../components/badge.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { useNow } from '../../../hooks/use-now.ts';
import { paths } from '../../../lib/paths.ts';
import { useViewer } from '../../../lib/session.tsx';
import { ageOrDate } from '../../../lib/time.ts';
import { reviewQueries } from '../../reviews/api/queries.ts';
import { STEP_TEXTS, useReviewStep } from '../../reviews/api/steps.ts';
import styles from '../admin.module.css';
import { totalOf } from '../components/paged-list.tsx';
import { PostThumb } from '../components/post-row.tsx';
import { StaffList } from '../components/staff-list.tsx';
import { staffPage } from '../components/staff-page.tsx';
import { RowButton, RowLink, StaffRow } from '../components/staff-row.tsx';

/** A post that waits for review: who submitted it, when, and who reviews it. */
function ReviewRow({ review: { post, since, submittedBy, takenBy } }: { readonly review: WaitingReview }) {
  const nowMs = useNow();
  const viewer = useViewer();
  const step = useReviewStep();
  const by = personName(submittedBy ?? post.author);
  return (
    <StaffRow
      heading="h2"
      start={<PostThumb src={post.featuredImage} />}
      name={<Link to={paths.editPost(post.id)}>{post.title}</Link>}
      badges={
        takenBy ? (
          <Badge tone="accent">{takenBy.id === viewer?.id ? 'Yours' : `Reviewer: ${personName(takenBy)}`}</Badge>
        ) : (
          <Badge tone="warning">Unassigned</Badge>
        )
      }
      acts={
        <>
          {takenBy === null && (
            <RowButton
              data-main
              isPending={step.isPending}
              onClick={() => step.mutate({ postId: post.id, step: 'take' })}
            >
              {step.isPending ? STEP_TEXTS.take.pending : STEP_TEXTS.take.label}
            </RowButton>
          )}
          <RowLink to={paths.editPost(post.id)}>Open</RowLink>
        </>
      }
    >
      {post.preview && (
        <p className={styles.excerpt} dir="auto">
          {post.preview}
        </p>
      )}
      <p className={styles.meta}>
        <span>
          {by} submitted it{' '}
          <time dateTime={since} title={new Date(since).toLocaleString()}>
            {ageOrDate(since, nowMs)}
          </time>
        </span>
        <span>{post.category?.name ?? 'No category'}</span>
      </p>
    </StaffRow>
  );
}

/** `/admin/reviews`, for admins and moderators: posts that wait for review. */
export const Component = staffPage({ title: 'Review Queue', hasHead: true }, Reviews);

function Reviews() {
  const query = useInfiniteQuery(reviewQueries.waiting());
  const total = totalOf(query);
  return (
    <>
      <PageHead count={total === null ? '' : `${counted(total, 'post', 'posts')} in review`} />
      <StaffList
        query={query}
        noun="posts in review"
        rowHeight={77}
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
