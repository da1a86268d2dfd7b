/** The viewer's time zone, by its IANA name. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

/** The local time of a zone at a moment, as if it were UTC. */
function wallMs(instantMs: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The offset of a zone from UTC at a moment. */
const offsetMs = (instantMs: number, zone: string): number =>
  wallMs(instantMs, zone) - Math.floor(instantMs / 1000) * 1000;

/** An input value of a date and time, `2026-11-24T09:00`. */
export const localTime = (instant: string | number, zone: string): string =>
  new Date(wallMs(new Date(instant).getTime(), zone)).toISOString().slice(0, 16);

/** The day of a moment in a zone, `2026-11-24`. */
export const dayOf = (instant: string | number, zone: string): string => localTime(instant, zone).slice(0, 10);

/** The instant of a selected date and time. */
export interface ChosenTime {
  readonly instantMs: number;
  /** `skipped`: clocks skip the selected time, and the instant is later by that much; `twice`: clocks repeat it, and the instant is the first one. */
  readonly clocks: 'skipped' | 'twice' | null;
}

/** The instant of a local date and time in a zone; null if the text is not a time. */
export function chosenTime(local: string, zone: string): ChosenTime | null {
  const wall = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN;
  if (Number.isNaN(wall)) return null;
  // Clocks change by less than a day, and not twice within two.
  const [before, after] = [offsetMs(wall - DAY_MS, zone), offsetMs(wall + DAY_MS, zone)];
  const fitting = [...new Set([wall - before, wall - after])].filter((ms) => offsetMs(ms, zone) === wall - ms);
  const [first = wall - before] = fitting.sort((a, b) => a - b);
  const clocks = fitting.length === 0 ? 'skipped' : fitting.length === 2 ? 'twice' : null;
  return { instantMs: first, clocks };
}

/** `Tue, Nov 24, 2026, 9:00 AM` in a zone. */
export const spelledTime = (instant: string | number, zone: string): string =>
  new Date(instant).toLocaleString('en-US', {
    timeZone: zone,
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

/** `9:00 AM` in a zone. */
export const spelledHour = (instant: string, zone: string): string =>
  new Date(instant).toLocaleTimeString('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' });

/** Whether a text is a day such as `2026-11-24`. */
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Nine in the morning of a day as input value, the default. */
export const atNine = (day: string): string => `${day}T09:00`;

export const tomorrowAtNine = (nowMs: number, zone: string): string => atNine(dayAfter(dayOf(nowMs, zone), 1));

/** The day after a number of days, `2026-11-24`. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The same day of another month, or the last one of a shorter month. */
export function dayInMonth(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The weeks, from Monday on, that contain the month of a day. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const begin = dayAfter(first, -weekday);
  const days = Array.from({ length: 42 }, (_, n) => dayAfter(begin, n));
  const weeks = [0, 1, 2, 3, 4, 5].map((week) => days.slice(7 * week, 7 * week + 7));
  return weeks.filter((week) => week.some((one) => one.startsWith(day.slice(0, 7))));
}

/** The moment at which a day begins in a zone. */
export const startOfDay = (day: string, zone: string): string =>
  new Date(chosenTime(`${day}T00:00`, zone)?.instantMs ?? Date.parse(day)).toISOString();

/** `Tuesday, November 24, 2026`. */
export const spelledDay = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  });

/** `November 2026`. */
export const spelledMonth = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', year: 'numeric', month: 'long' });
