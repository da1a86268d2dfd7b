import type { CalendarEntry } from '@inkwell/shared/calendar';
import { POST_STATUS_LABELS } from '@inkwell/shared/schedule';
import { useId } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { paths } from '../../../lib/paths.ts';
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
      <time dateTime={entry.at}>{spelledHour(entry.at, ownZone())}</time>
      <Badge tone={entry.status === 'published' ? 'success' : 'accent'}>{POST_STATUS_LABELS[entry.status]}</Badge>
      <span id={titleId} className={styles.title} dir="auto">
        {entry.title}
      </span>
      <span className={styles.by}>By {entry.authorName}</span>
      <span className={styles.acts}>
        <ButtonLink variant="secondary" size="small" to={paths.editPost(entry.id)} aria-describedby={titleId}>
          Edit
        </ButtonLink>
        {entry.status === 'scheduled' && (
          <Button variant="secondary" size="small" aria-describedby={titleId} onClick={() => onMove(entry)}>
            Move
          </Button>
        )}
      </span>
    </li>
  );
}

/** The posts of a day, with their actions. */
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
