import { personName } from '@inkwell/shared/format';
import type { WaitingReview } from '@inkwell/shared/reviews';
import { useId } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../components/badge.tsx';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { useNow } from '../../../hooks/use-now.ts';
import { paths } from '../../../lib/paths.ts';
import { useViewer } from '../../../lib/session.tsx';
import { ageInSentence } from '../../../lib/time.ts';
import { STEP_TEXTS, useReviewStep } from '../../reviews/api/steps.ts';
import styles from './review-row.module.css';

/** A post that waits for staff: who submitted it, since when, and who has taken it. */
export function ReviewRow({ review: { post, since, submittedBy, takenBy } }: { readonly review: WaitingReview }) {
  const nameId = useId();
  const nowMs = useNow();
  const viewer = useViewer();
  const step = useReviewStep();
  const by = personName(submittedBy ?? post.author);
  return (
    <li className={styles.review} data-row-stop tabIndex={-1} aria-labelledby={nameId}>
      <div className={styles.body}>
        <div className={styles.titleLine}>
          <h2 id={nameId} dir="auto">
            <Link to={paths.editPost(post.id)}>{post.title}</Link>
          </h2>
          {takenBy ? (
            <Badge tone="accent">{takenBy.id === viewer?.id ? 'Yours' : `Taken by ${personName(takenBy)}`}</Badge>
          ) : (
            <Badge tone="warning">Not taken</Badge>
          )}
        </div>
        <p className={styles.meta}>
          <span>
            {by} submitted it{' '}
            <time dateTime={since} title={new Date(since).toLocaleString()}>
              {ageInSentence(since, nowMs)}
            </time>
          </span>
          <span>{post.category?.name ?? 'No category'}</span>
        </p>
      </div>
      <div className={styles.acts}>
        {takenBy === null && (
          <Button
            variant="quiet"
            size="small"
            isPending={step.isPending}
            aria-describedby={nameId}
            onClick={() => step.mutate({ postId: post.id, step: 'take' })}
          >
            {step.isPending ? STEP_TEXTS.take.pending : STEP_TEXTS.take.label}
          </Button>
        )}
        <ButtonLink variant="quiet" size="small" to={paths.editPost(post.id)} aria-describedby={nameId}>
          Open
        </ButtonLink>
      </div>
    </li>
  );
}
