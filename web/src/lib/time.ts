const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** How old a post is, as cards tell it. Specification §9. */
export function relativeTime(instant: string | null | undefined, nowMs: number = Date.now()): string {
  if (!instant) return 'Recently';
  const ageMs = nowMs - Date.parse(instant);
  if (Number.isNaN(ageMs)) return 'Recently';
  if (ageMs < HOUR_MS) return 'Just now';
  if (ageMs < DAY_MS) return ago(Math.floor(ageMs / HOUR_MS), 'hour');
  return ago(Math.floor(ageMs / DAY_MS), 'day');
}

/** How old a notification is. Specification §9. */
export function notificationTime(instant: string, nowMs: number = Date.now()): string {
  const ageMs = nowMs - Date.parse(instant);
  if (ageMs < MINUTE_MS) return 'Just now';
  if (ageMs < HOUR_MS) return ago(Math.floor(ageMs / MINUTE_MS), 'minute');
  if (ageMs < DAY_MS) return ago(Math.floor(ageMs / HOUR_MS), 'hour');
  return ago(Math.floor(ageMs / DAY_MS), 'day');
}

/* Not by Intl: the first DateTimeFormat of a page takes 15 ms, 60 on a phone, before anything can be shown. */
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const dated = (month: string, date: Date): string => `${month} ${date.getDate()}, ${date.getFullYear()}`;

/** `Nov 21, 2025`, as popular cards show dates. Specification §9. */
export function shortDate(instant: string): string {
  const date = new Date(instant);
  return dated((MONTHS[date.getMonth()] ?? '').slice(0, 3), date);
}

/** `November 21, 2025`. */
export function longDate(instant: string): string {
  const date = new Date(instant);
  return dated(MONTHS[date.getMonth()] ?? '', date);
}
