import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../../components/button.tsx';
import type { Planned } from '../api/planned-kinds.ts';
import styles from '../scheduling.module.css';
import type { Unsaved } from '../unsaved.ts';
import { usePlannedNow } from '../use-planned-now.ts';
import { atNine, isDay, ownZone, spelledTime, tomorrowAtNine } from '../zoned-time.ts';
import { SchedulingActions } from './scheduling-actions.tsx';
import { TimeField } from './time-field.tsx';

interface ScheduleCardProps {
  /** The stored post or page; null while it is new. */
  readonly stored: Planned | null;
  /** Whether the next save publishes. */
  readonly isPublishing: boolean;
  /** The selected time of a new post or page as input value; empty if it is not scheduled. */
  readonly planned: string;
  readonly onPlan: (local: string) => void;
  readonly unsaved: Unsaved;
}

/** Scheduling in the editor: together with the first save of a new post or page, at once for a stored one. */
export function ScheduleCard({ stored, isPublishing, planned, onPlan, unsaved }: ScheduleCardProps) {
  const on = useSearchParams()[0].get('on');
  // biome-ignore lint/correctness/useExhaustiveDependencies: applies the day in the address once
  useEffect(() => {
    if (!stored && planned === '' && on && isDay(on)) onPlan(atNine(on));
  }, []);
  const post = usePlannedNow(stored);
  if (post) {
    return (
      <>
        {post.publishAt && !post.isPublished && (
          <p className={styles.scheduled}>
            Publishing on <time dateTime={post.publishAt}>{spelledTime(post.publishAt, ownZone())}</time>
          </p>
        )}
        <div className={styles.acts}>
          <SchedulingActions post={post} unsaved={unsaved} />
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
