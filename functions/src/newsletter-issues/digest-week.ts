/** When a digest is due, and how long it may be sent late if nothing ran at its hour. */
const LATE_HOURS = 3;

const DAY_MS = 24 * 60 * 60_000;

/** The ISO week of a day (`2026-W48`). Weeks begin on Monday, and the first week contains the year's first Thursday. */
function isoWeekOf(year: number, month: number, day: number): string {
  const date = new Date(Date.UTC(year, month - 1, day));
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY_MS);
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = 1 + Math.floor((thursday.getTime() - first) / (7 * DAY_MS));
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}

/**
 * The week whose digest is due now; null at other times.
 * @param day 1 for Monday to 7 for Sunday, in `timeZone` like `hour`. If summer time skips the hour, the digest is due at the next one
 */
export function digestWeekAt(
  now: Date,
  { day, hour, timeZone }: { readonly day: number; readonly hour: number; readonly timeZone: string },
): string | null {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
  });
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, Number(value)]));
  const [y, m, d, h] = ['year', 'month', 'day', 'hour'].map((type) => parts.get(type as 'year') ?? 0) as [
    ...[number, number, number, number],
  ];
  const weekday = new Date(Date.UTC(y, m - 1, d)).getUTCDay() || 7;
  return weekday === day && h >= hour && h < hour + LATE_HOURS ? isoWeekOf(y, m, d) : null;
}
