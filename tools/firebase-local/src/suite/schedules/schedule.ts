const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Whether a function is due at a minute with `from < minute <= to`, both in milliseconds. A missed run is made up for within a day. */
export type Schedule = (from: number, to: number) => boolean;

/**
 * Reads the schedules in use: `every 5 minutes` and `every 2 hours`, counted from midnight, and `every day 03:00`, all in UTC.
 * @throws Error for any other schedule of Cloud Scheduler
 */
export function parseSchedule(text: string, timeZone = 'UTC'): Schedule {
  const [, count, unit] = /^every (\d+) (minute|hour)s?$/.exec(text) ?? [];
  const [, hour, minute] = /^every day (\d{1,2}):(\d{2})$/.exec(text) ?? [];
  const first = hour === undefined ? 0 : Number(hour) * 60 + Number(minute);
  const step = hour === undefined ? Number(count) * (unit === 'hour' ? 60 : 1) : DAY_MINUTES;
  if (!(step > 0) || first >= DAY_MINUTES) throw new Error(`"${text}" is not a supported schedule`);
  if (timeZone !== 'UTC') throw new Error(`${timeZone} is not a supported time zone`);
  return (from, to) => {
    const last = Math.floor(to / MINUTE_MS);
    for (let at = last; at * MINUTE_MS > from && at > last - DAY_MINUTES; at -= 1)
      if (((at % DAY_MINUTES) - first) % step === 0) return true;
    return false;
  };
}
