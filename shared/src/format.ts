/*
 * Numbers and dates as readers see them, product §9. Not by Intl: the first format that a page makes takes a phone
 * 60 ms, before anything can be shown.
 */

/** A count as `12,345`. */
export const wholeNumber = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** A count with its noun: `1 post`, `12,345 posts`. */
export const counted = (count: number, one: string, many: string): string =>
  `${wholeNumber(count)} ${count === 1 ? one : many}`;

/** How long a text takes its readers, from whole minutes. */
export const readingTime = (minutes: number): string => `${minutes} min read`;

const UNITS = ['', 'K', 'M', 'B', 'T'] as const;

/** A count as `12.3K`, as cards show it. */
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

const dated = (month: string, date: Date): string => `${month} ${date.getDate()}, ${date.getFullYear()}`;

/** `Nov 21, 2025` in the local time zone, as popular cards show dates. */
export function shortDate(instant: string): string {
  const date = new Date(instant);
  return dated((MONTHS[date.getMonth()] ?? '').slice(0, 3), date);
}

/** `November 21, 2025` in the local time zone. */
export function longDate(instant: string): string {
  const date = new Date(instant);
  return dated(MONTHS[date.getMonth()] ?? '', date);
}

/** What a person is called beside what they wrote; visitors know no address (`email` null). */
export const personName = ({
  displayName,
  firstName,
  email,
}: {
  readonly firstName: string | null;
  readonly displayName?: string | null;
  readonly email?: string | null;
}): string => displayName || firstName || email || 'Anonymous';
