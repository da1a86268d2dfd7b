const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The day of a time by the clocks of a place, `YYYY-MM-DD`. A day has 23 or 25 hours when clocks change, and no time belongs to two days. If the
 * publication moves to another time zone, days that have begun stay as they are.
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

/** The days from one to another, both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

export const monthsBetween = (from: string, to: string): string[] => {
  const months: string[] = [];
  for (let month = monthOf(from); month <= monthOf(to); month = addMonths(month, 1)) months.push(month);
  return months;
};
