import { ago, DAY_MS, HOUR_MS, longDate, MINUTE_MS } from '@inkwell/shared/format';

/** From this age on, a date says more than a number of days. */
const DATED_MS = 30 * DAY_MS;

/** The age of a notification within a sentence. */
export const ageInSentence = (instant: string, nowMs?: number): string =>
  notificationTime(instant, nowMs).replace('Just now', 'just now');

/** The age within a sentence up to 30 days, then the date: `on November 21, 2025`. */
export const ageOrDate = (instant: string, nowMs: number): string =>
  nowMs - Date.parse(instant) < DATED_MS ? ageInSentence(instant, nowMs) : `on ${longDate(instant)}`;

/** The age of a notification. Product §9. */
export function notificationTime(instant: string, nowMs: number = Date.now()): string {
  const ageMs = nowMs - Date.parse(instant);
  if (ageMs < MINUTE_MS) return 'Just now';
  if (ageMs < HOUR_MS) return ago(Math.floor(ageMs / MINUTE_MS), 'minute');
  if (ageMs < DAY_MS) return ago(Math.floor(ageMs / HOUR_MS), 'hour');
  return ago(Math.floor(ageMs / DAY_MS), 'day');
}
