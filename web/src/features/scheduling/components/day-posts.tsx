import type { CalendarEntry } from '@inkwell/shared/calendar';
import { POST_STATUS_LABELS } from '@inkwell/shared/schedule';
import { useId } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { editEntry } from '../../../lib/writing-paths.ts';
import { ownZone, spelledHour } from '../zoned-time.ts';
import styles from './day-posts.module.css';

interface RowProps {
  readonly entry: CalendarEntry;
  readonly onMove: (entry: CalendarEntry) => void;
}

function Row({ entry, onMove }: RowProps) {
  const titleId = useId();
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <span id={titleId} className={styles.title} dir="auto">
          {entry.title}
        </span>
        <span className={styles.meta}>
          <time dateTime={entry.at}>{spelledHour(entry.at, ownZone())}</time>
          <Badge tone={entry.status === 'published' ? 'success' : 'accent'}>{POST_STATUS_LABELS[entry.status]}</Badge>
          <span>{entry.kind === 'page' ? `Page by ${entry.authorName}` : `By ${entry.authorName}`}</span>
        </span>
      </span>
      <span className={styles.acts}>
        <ButtonLink variant="quiet" size="small" to={editEntry(entry)} aria-describedby={titleId}>
          Edit
        </ButtonLink>
        {entry.status === 'scheduled' && (
          <Button variant="quiet" size="small" aria-describedby={titleId} onClick={() => onMove(entry)}>
            Move
          </Button>
        )}
      </span>
    </li>
  );
}

/** The posts and pages of a day, with their actions. */
export function DayPosts({
  entries,
  onMove,
}: Pick<RowProps, 'onMove'> & { readonly entries: readonly CalendarEntry[] }) {
  return (
    <ul className={styles.rows}>
      {entries.map((entry) => (
        <Row key={entry.id} entry={entry} onMove={onMove} />
      ))}
    </ul>
  );
}

/** A placeholder for a day whose posts have not loaded. */
export function DayPostsSkeleton() {
  return (
    <LoadingRegion label="Loading the calendar" className={styles.rows}>
      <div className={styles.row}>
        <Skeleton width="14rem" />
      </div>
    </LoadingRegion>
  );
}
