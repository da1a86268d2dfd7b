const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** The age of a post, as cards show it. Product §9. */
export function relativeTime(instant: string | null | undefined, nowMs: number = Date.now()): string {
  if (!instant) return 'Recently';
  const ageMs = nowMs - Date.parse(instant);
  if (Number.isNaN(ageMs)) return 'Recently';
  if (ageMs < HOUR_MS) return 'Just now';
  if (ageMs < DAY_MS) return ago(Math.floor(ageMs / HOUR_MS), 'hour');
  return ago(Math.floor(ageMs / DAY_MS), 'day');
}

/** The age of a notification within a sentence. */
export const ageInSentence = (instant: string, nowMs?: number): string =>
  notificationTime(instant, nowMs).replace('Just now', 'just now');

/** The age of a notification. Product §9. */
export function notificationTime(instant: string, nowMs: number = Date.now()): string {
  const ageMs = nowMs - Date.parse(instant);
  if (ageMs < MINUTE_MS) return 'Just now';
  if (ageMs < HOUR_MS) return ago(Math.floor(ageMs / MINUTE_MS), 'minute');
  if (ageMs < DAY_MS) return ago(Math.floor(ageMs / HOUR_MS), 'hour');
  return ago(Math.floor(ageMs / DAY_MS), 'day');
}
