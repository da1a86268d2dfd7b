import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../../components/button.tsx';
import { postQueries } from '../../posts/api/queries.ts';
import styles from '../scheduling.module.css';
import { atNine, isDay, ownZone, tomorrowAtNine } from '../zoned-time.ts';
import { type Planned, ScheduledBadge, SchedulingActions } from './scheduling-actions.tsx';
import { TimeField } from './time-field.tsx';

interface ScheduleCardProps {
  /** The stored post; null while it is new. */
  readonly stored: Planned | null;
  /** Whether the next save publishes. */
  readonly isPublishing: boolean;
  /** The chosen time of a new post, as input value; empty if it is not scheduled. */
  readonly planned: string;
  readonly onPlan: (local: string) => void;
}

/** Scheduling in the editor: with the first save of a new post, at once for a stored one. */
export function ScheduleCard({ stored, isPublishing, planned, onPlan }: ScheduleCardProps) {
  const on = useSearchParams()[0].get('on');
  // biome-ignore lint/correctness/useExhaustiveDependencies: applies the day of the address once
  useEffect(() => {
    if (!stored && planned === '' && on && isDay(on)) onPlan(atNine(on));
  }, []);
  // Read from the cache: the editor fetches it.
  const known = useQuery({ ...postQueries.byId(stored?.id ?? ''), enabled: false });
  const post: Planned | null = known.data ?? stored;
  if (post) {
    return (
      <>
        {post.publishAt && !post.isPublished && <ScheduledBadge publishAt={post.publishAt} />}
        <div className={styles.acts}>
          <SchedulingActions post={post} />
        </div>
      </>
    );
  }
  if (isPublishing) return null;
  if (planned === '') {
    return (
      <div className={styles.acts}>
        <Button variant="secondary" size="small" onClick={() => onPlan(tomorrowAtNine(Date.now(), ownZone()))}>
          Schedule
        </Button>
      </div>
    );
  }
  return (
    <>
      <TimeField label="Publish on" value={planned} onChange={onPlan} />
      <div className={styles.acts}>
        <Button variant="quiet" size="small" onClick={() => onPlan('')}>
          Do Not Schedule
        </Button>
      </div>
    </>
  );
}
