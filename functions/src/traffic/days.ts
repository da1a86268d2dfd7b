import { TRAFFIC_LIMITS } from '@inkwell/shared/traffic';

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The local day of a time, `YYYY-MM-DD`. Days have 23 or 25 hours when clocks change, and no time belongs to two days. If the publication changes its
 * time zone, days that have begun do not change.
 */
export function dayIn(timeZone: string, at: Date): string {
  const known = formats.get(timeZone);
  const format =
    known ?? new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  if (!known) formats.set(timeZone, format);
  return format.format(at);
}

export const monthOf = (day: string): string => day.slice(0, 7);

const DAY_MS = 86_400_000;

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

export function addMonths(month: string, months: number): string {
  const at = new Date(`${month}-01`);
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 7);
}

/** More than the longest period has. */
const MOST_MONTHS = 60;

/**
 * Returns `count` texts. Days are counted first, because years beyond 9999 do not sort as texts and a comparison might never end. @throws RangeError
 * beyond `most`
 */
function series(count: number, most: number, at: (n: number) => string): string[] {
  if (!(count <= most)) throw new RangeError(`At most ${most}, not ${count}`);
  return Array.from({ length: Math.max(0, count) }, (_, n) => at(n));
}

/** The days from one to another, both included. @throws RangeError beyond the longest period */
export const daysBetween = (from: string, to: string): string[] =>
  series((Date.parse(to) - Date.parse(from)) / DAY_MS + 1, TRAFFIC_LIMITS.days, (n) => addDays(from, n));

const monthNumber = (day: string): number => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7));

/** The months from one day's month to another's, both included. @throws RangeError beyond 60 */
export const monthsBetween = (from: string, to: string): string[] =>
  series(monthNumber(to) - monthNumber(from) + 1, MOST_MONTHS, (n) => addMonths(monthOf(from), n));
