import type { CalendarEntry } from '@inkwell/shared/calendar';
import { lineCalendar } from '@inkwell/shared/reading-icons';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { spelledDay } from '../zoned-time.ts';
import styles from './day-list.module.css';
import { DayPosts } from './day-posts.tsx';

interface DayListProps {
  /** The name of the month. */
  readonly label: string;
  /** The days of the month; days without posts are omitted. */
  readonly days: readonly string[];
  readonly entriesOf: (day: string) => readonly CalendarEntry[];
  readonly onMove: (entry: CalendarEntry) => void;
}

/** A month as a list, for screens whose columns have no space for a title. */
export function DayList({ label, days, entriesOf, onMove }: DayListProps) {
  const shown = days.filter((day) => entriesOf(day).length > 0);
  if (shown.length === 0)
    return <EmptyState icon={lineCalendar} title={`Nothing is scheduled or published in ${label}.`} />;
  return (
    <ul className={styles.days} aria-label={label}>
      {shown.map((day) => (
        <li key={day}>
          <h3>{spelledDay(day)}</h3>
          <DayPosts entries={entriesOf(day)} onMove={onMove} />
        </li>
      ))}
    </ul>
  );
}

/** Enough days to fill a phone's screen. */
const SKELETON_DAYS = 6;

export function DayListSkeleton() {
  return (
    <LoadingRegion label="Loading the calendar" className={styles.days}>
      {Array.from({ length: SKELETON_DAYS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they do not move
        <div key={index} className={styles.placeholder}>
          <Skeleton width="60%" height="1.25rem" />
          <Skeleton height="3.75rem" />
        </div>
      ))}
    </LoadingRegion>
  );
}
