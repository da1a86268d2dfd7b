import { describe, expect, it } from 'vitest';
import { parseSchedule } from './schedule.ts';

const DAY = Date.parse('2026-03-02T00:00Z');
const MINUTE_MS = 60_000;

/** The minutes of a day at which a schedule is due. */
function dueIn(text: string): string[] {
  const isDue = parseSchedule(text);
  const minutes = Array.from({ length: 24 * 60 }, (_, n) => DAY + n * MINUTE_MS);
  return minutes
    .filter((time) => isDue(time - MINUTE_MS, time))
    .map((time) => new Date(time).toISOString().slice(11, 16));
}

// Source: App Engine's "Cron job schedule format", which Cloud Scheduler accepts.
describe('parseSchedule', () => {
  it.each([
    ['every day 03:00', ['03:00']],
    ['every 8 hours', ['00:00', '08:00', '16:00']],
    ['every 700 minutes', ['00:00', '11:40', '23:20']],
  ])('reads "%s"', (text, expected) => {
    expect(dueIn(text)).toEqual(expected);
  });

  it('is due every minute with "every 1 minutes"', () => {
    expect(dueIn('every 1 minutes')).toHaveLength(24 * 60);
  });

  it('finds runs that were due in a range of days or years', () => {
    const isDue = parseSchedule('every day 03:00');

    expect(isDue(Date.parse('2026-03-02T03:00Z'), Date.parse('2026-03-03T02:59Z'))).toBe(false);
    expect(isDue(Date.parse('2026-02-20T03:00Z'), Date.parse('2026-03-03T02:59Z'))).toBe(true);
    expect(isDue(0, Date.parse('2026-03-03T02:59Z'))).toBe(true);
  });

  it.each(['', 'sometimes', 'every 0 minutes', 'every day 24:00', 'every monday 09:00', '0 3 * * *'])(
    'refuses "%s"',
    (text) => {
      expect(() => parseSchedule(text)).toThrow('is not a supported schedule');
    },
  );

  it('refuses other time zones', () => {
    expect(() => parseSchedule('every day 03:00', 'Europe/Zurich')).toThrow('is not a supported time zone');
  });
});
