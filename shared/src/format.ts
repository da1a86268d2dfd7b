/* Numbers and dates as readers see them (product §9). Intl is not used, because its first formatter takes a phone 60 ms. */

/** A count as `12,345`. */
export const wholeNumber = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** A count with its noun: `1 post`, `12,345 posts`. */
export const counted = (count: number, one: string, many: string): string =>
  `${wholeNumber(count)} ${count === 1 ? one : many}`;

export const readingTime = (minutes: number): string => `${minutes} min read`;

const UNITS = ['', 'K', 'M', 'B', 'T'] as const;

/** A count as on cards: `12.3K`. */
export function compactNumber(value: number): string {
  for (const [power, unit] of UNITS.entries()) {
    const tenths = Math.round((value * 10) / 1000 ** power);
    if (tenths < 10_000) return `${tenths / 10}${unit}`;
  }
  return `${Math.round(value / 1e12)}T`;
}

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

type Zone = 'local' | 'UTC';

/** The month, as its name, and the date after it. */
function dated(instant: string, zone: Zone): readonly [month: string, rest: string] {
  const date = new Date(instant);
  const [year, month, day] =
    zone === 'UTC'
      ? [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
      : [date.getFullYear(), date.getMonth(), date.getDate()];
  return [MONTHS[month] ?? '', `${day}, ${year}`];
}

/** Whether the date is known. For unknown dates, the server returns the beginning of the epoch. */
export const isDated = (instant: string | null | undefined): instant is string => Date.parse(instant ?? '') > 0;

/** `Nov 21, 2025`, the form on popular cards; `Recently` without a date. */
export function shortDate(instant: string | null, zone: Zone = 'local'): string {
  if (!isDated(instant)) return 'Recently';
  const [month, rest] = dated(instant, zone);
  return `${month.slice(0, 3)} ${rest}`;
}

/** `November 21, 2025`; `Recently` without a date. */
export const longDate = (instant: string | null, zone: Zone = 'local'): string =>
  isDated(instant) ? dated(instant, zone).join(' ') : 'Recently';

/** The displayed name of a person. Visitors do not get `email`. */
export const personName = ({
  displayName,
  firstName,
  email,
}: {
  readonly firstName: string | null;
  readonly displayName?: string | null;
  readonly email?: string | null;
}): string => displayName || firstName || email || 'Anonymous';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** The age of a post in the form on cards. Product §9. */
export function relativeTime(instant: string | null | undefined, nowMs: number = Date.now()): string {
  if (!isDated(instant)) return 'Recently';
  const ageMs = nowMs - Date.parse(instant);
  if (ageMs < HOUR_MS) return 'Just now';
  if (ageMs < DAY_MS) return ago(Math.floor(ageMs / HOUR_MS), 'hour');
  return ago(Math.floor(ageMs / DAY_MS), 'day');
}

/** `Ada Lovelace` becomes `AL`. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => Array.from(word ?? '')[0] ?? '',
  );
  return letters.join('').toUpperCase() || '?';
}
