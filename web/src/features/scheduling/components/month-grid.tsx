import type { CalendarEntry } from '@inkwell/shared/calendar';
import { counted } from '@inkwell/shared/format';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { dayAfter, dayInMonth, ownZone, spelledDay, spelledHour } from '../zoned-time.ts';
import styles from './month-grid.module.css';

interface MonthGridProps {
  /** The name of the month. */
  readonly label: string;
  readonly weeks: readonly (readonly string[])[];
  /** The selected day, whose month is shown. */
  readonly day: string;
  readonly today: string;
  /** True while the posts of the month are loading. */
  readonly isLoading: boolean;
  readonly entriesOf: (day: string) => readonly CalendarEntry[];
  readonly onChoose: (day: string) => void;
  /** Called when a post or page was dragged to a day. For keyboards, a dialog does the same. */
  readonly onDrop: (id: string, day: string) => void;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
/** Number of posts shown per day; further ones are counted. */
const SHOWN = 3;

const DAYS_BY_KEY: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const MONTHS_BY_KEY: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

/** The day that a key moves to; null for other keys. WAI-ARIA Authoring Practices, "Grid". */
function dayAt(key: string, day: string, week: readonly string[]): string | null {
  const [days, months] = [DAYS_BY_KEY[key], MONTHS_BY_KEY[key]];
  if (days !== undefined) return dayAfter(day, days);
  if (months !== undefined) return dayInMonth(day, months);
  if (key === 'Home') return week[0] ?? null;
  return key === 'End' ? (week.at(-1) ?? null) : null;
}

const near = ({ target }: { target: EventTarget }, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

const idAt = (event: { target: EventTarget }): string => near(event, '[data-id]')?.dataset.id ?? '';
const cellAt = (event: { target: EventTarget }): string | undefined => near(event, '[data-day]')?.dataset.day;

function nameOf(day: string, entries: readonly CalendarEntry[]): string {
  const pages = entries.filter(({ kind }) => kind === 'page').length;
  const posts = entries.length - pages;
  const counts = [
    ...(posts > 0 ? [counted(posts, 'post', 'posts')] : []),
    ...(pages > 0 ? [counted(pages, 'page', 'pages')] : []),
  ];
  return [spelledDay(day), ...counts].join(', ');
}

/**
 * A month as a grid with one selected day. Arrow keys move by days, Home and End within the week, Page Up and Down by
 * months.
 */
export function MonthGrid({ label, weeks, day, today, isLoading, entriesOf, onChoose, onDrop }: MonthGridProps) {
  const chosen = useRef<HTMLDivElement>(null);
  const isByKey = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses the cell after it is rendered
  useEffect(() => {
    if (isByKey.current) chosen.current?.focus();
    isByKey.current = false;
  }, [day]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = dayAt(event.key, day, weeks.find((week) => week.includes(day)) ?? []);
    if (next === null) return;
    event.preventDefault();
    isByKey.current = true;
    onChoose(next);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: an interactive grid, not a table for reading
    <div
      role="grid"
      aria-label={label}
      aria-busy={isLoading}
      className={styles.grid}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', idAt(event))}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const to = cellAt(event);
        if (to) onDrop(event.dataTransfer.getData('text/plain'), to);
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: rows of a grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: days take the focus */}
      <div role="row" className={styles.week}>
        {WEEKDAYS.map((name) => (
          // biome-ignore lint/a11y/useSemanticElements: of a grid
          // biome-ignore lint/a11y/useFocusableInteractive: days take the focus
          <div key={name} role="columnheader" aria-label={name} className={styles.weekday}>
            {name.slice(0, 3)}
          </div>
        ))}
      </div>
      {weeks.map((week) => (
        // biome-ignore lint/a11y/useSemanticElements: rows of a grid
        // biome-ignore lint/a11y/useFocusableInteractive: days take the focus
        <div key={week[0]} role="row" className={styles.week}>
          {week.map((one) => {
            const entries = entriesOf(one);
            return (
              // biome-ignore lint/a11y/useSemanticElements: cells of a grid
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a grid are the grid's
              <div
                key={one}
                role="gridcell"
                ref={one === day ? chosen : null}
                tabIndex={one === day ? 0 : -1}
                aria-selected={one === day}
                aria-current={one === today ? 'date' : undefined}
                aria-label={nameOf(one, entries)}
                data-day={one}
                data-outside={one.startsWith(day.slice(0, 7)) ? undefined : true}
                className={styles.day}
                onClick={() => onChoose(one)}
              >
                <span className={styles.number}>{Number(one.slice(8))}</span>
                {entries.slice(0, SHOWN).map((entry) => (
                  <div
                    key={entry.id}
                    className={styles.post}
                    data-status={entry.status}
                    data-id={entry.id}
                    dir="auto"
                    draggable={entry.status === 'scheduled'}
                  >
                    <time dateTime={entry.at}>{spelledHour(entry.at, ownZone())}</time>{' '}
                    {entry.kind === 'page' && <span className={styles.kind}>Page</span>} {entry.title}
                  </div>
                ))}
                {entries.length > SHOWN && <div className={styles.more}>{entries.length - SHOWN} more</div>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
