import '../../../components/mantine-parts.ts';
import type { CalendarEntry } from '@inkwell/shared/calendar';
import { lineCalendar } from '@inkwell/shared/reading-icons';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ButtonLink } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { lineChevron } from '../../../components/staff-icons.ts';
import { EmptyState, LoadError } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { schedulingQueries } from '../api/queries.ts';
import { DayPosts, DayPostsSkeleton } from '../components/day-posts.tsx';
import { MonthGrid } from '../components/month-grid.tsx';
import { ScheduleDialog } from '../components/schedule-dialog.tsx';
import {
  dayAfter,
  dayInMonth,
  dayOf,
  isDay,
  localTime,
  ownZone,
  spelledDay,
  spelledMonth,
  startOfDay,
  weeksOf,
} from '../zoned-time.ts';
import styles from './calendar-page.module.css';

/** Narrower columns have no space for a title. */
const NARROW = '(max-width: 48em)';

/** A post or page that is being moved, and its new day. */
interface Move {
  readonly entry: CalendarEntry;
  readonly day: string | null;
}

interface MonthButtonsProps {
  /** The selected day. */
  readonly day: string;
  readonly today: string;
  readonly onChoose: (day: string) => void;
}

/** The month before, today, and the month after, as one control. */
function MonthButtons({ day, today, onChoose }: MonthButtonsProps) {
  return (
    <fieldset className={styles.group} aria-label="Month">
      <button type="button" aria-label="Previous Month" onClick={() => onChoose(dayInMonth(day, -1))}>
        <Icon icon={lineChevron} className={styles.back} />
      </button>
      <button type="button" onClick={() => onChoose(today)}>
        Today
      </button>
      <button type="button" aria-label="Next Month" onClick={() => onChoose(dayInMonth(day, 1))}>
        <Icon icon={lineChevron} />
      </button>
    </fieldset>
  );
}

interface DayListProps {
  /** The name of the month. */
  readonly label: string;
  /** The days of the month; days without posts are omitted. */
  readonly days: readonly string[];
  readonly entriesOf: (day: string) => readonly CalendarEntry[];
  readonly onMove: (entry: CalendarEntry) => void;
}

/** A month as a list, for screens whose columns have no space for a title. */
function DayList({ label, days, entriesOf, onMove }: DayListProps) {
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

function DayListSkeleton() {
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

function Calendar() {
  const zone = ownZone();
  const [search, setSearch] = useSearchParams();
  const dayInAddress = search.get('day') ?? '';
  const today = dayOf(Date.now(), zone);
  const day = isDay(dayInAddress) ? dayInAddress : today;
  const weeks = weeksOf(day);
  const [first = day, last = day] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)];
  const query = useQuery({
    ...schedulingQueries.calendar({ from: startOfDay(first, zone), to: startOfDay(dayAfter(last, 1), zone) }),
    placeholderData: (before) => before,
  });
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const [move, setMove] = useState<Move | null>(null);

  const choose = (next: string) => setSearch({ day: next }, { replace: true, preventScrollReset: true });
  const entries = query.data?.entries ?? [];
  const entriesOf = (one: string) => entries.filter(({ at }) => dayOf(at, zone) === one);
  const inMonth = weeks.flat().filter((one) => one.startsWith(day.slice(0, 7)));
  const month = spelledMonth(day);
  const moveLater = (entry: CalendarEntry) => setMove({ entry, day: null });

  return (
    <div className={`container ${styles.page}`}>
      <PageHead title="Calendar">
        <ButtonLink size="small" to={day > today ? writingPaths.createPostOn(day) : paths.createPost}>
          Create Post
        </ButtonLink>
      </PageHead>
      <div className={styles.bar}>
        <MonthButtons day={day} today={today} onChoose={choose} />
        <h2 aria-live="polite">{month}</h2>
        <p className="note">
          Times are in {zone}. {query.data?.isCut && 'Not everything is shown here.'}
        </p>
      </div>
      {query.isError && <LoadError title="The calendar could not be loaded" query={query} />}
      {query.isPending && isNarrow && <DayListSkeleton />}
      {query.isSuccess && isNarrow && <DayList label={month} days={inMonth} entriesOf={entriesOf} onMove={moveLater} />}
      {!query.isError && !isNarrow && (
        <>
          <MonthGrid
            label={month}
            weeks={weeks}
            day={day}
            today={today}
            isLoading={query.isPending}
            entriesOf={entriesOf}
            onChoose={choose}
            onDrop={(id, to) => {
              const entry = entries.find((one) => one.id === id);
              if (entry?.status === 'scheduled') setMove({ entry, day: to });
            }}
          />
          <section aria-labelledby="chosen-day" className={styles.chosen}>
            <h3 id="chosen-day">{spelledDay(day)}</h3>
            {query.isPending ? (
              <DayPostsSkeleton />
            ) : entriesOf(day).length === 0 ? (
              <p className="note">Nothing is scheduled or published on this day.</p>
            ) : (
              <DayPosts entries={entriesOf(day)} onMove={moveLater} />
            )}
            {day > today && (
              <ButtonLink variant="secondary" size="small" to={writingPaths.createPostOn(day)}>
                Create Post for This Day
              </ButtonLink>
            )}
          </section>
        </>
      )}
      {move && (
        <ScheduleDialog
          post={move.entry}
          publishAt={move.entry.at}
          {...(move.day !== null && { suggested: `${move.day}${localTime(move.entry.at, zone).slice(10)}` })}
          onClose={() => setMove(null)}
        />
      )}
    </div>
  );
}

/** `/admin/calendar`: scheduled and published posts and pages by day. Product §2. */
export function Component() {
  usePageTitle('Calendar');
  return <StaffGate>{() => <Calendar />}</StaffGate>;
}
