import { describe, expect, it } from 'vitest';
import { parseSchedule } from './cron.ts';

/** The minutes at which a schedule is due in a time range, as `day hour:minute` in UTC. */
function dueIn(text: string, from: string, to: string, timeZone?: string): string[] {
  const schedule = parseSchedule(text, timeZone);
  const due: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += 60_000) {
    if (schedule.isDueBetween(time - 60_000, time))
      due.push(new Date(time).toISOString().slice(8, 16).replace('T', ' '));
  }
  return due;
}

const WEEK = ['2026-03-02T00:00Z', '2026-03-08T23:59Z'] as const; // Monday to Sunday
const DAY = ['2026-03-02T00:00Z', '2026-03-02T23:59Z'] as const;

// Source: "Cron job format" of Cloud Scheduler; crontab(5); App Engine's "Cron job schedule format".
describe('parseSchedule', () => {
  it.each([
    ['every day 03:00', DAY, ['02 03:00']],
    ['every mon,thu 09:30', WEEK, ['02 09:30', '05 09:30']],
    ['every monday 9:05', WEEK, ['02 09:05']],
    ['every 8 hours', DAY, ['02 00:00', '02 08:00', '02 16:00']],
    ['every 30 minutes from 10:00 to 11:00', DAY, ['02 10:00', '02 10:30', '02 11:00']],
    ['1st,third wednesday of month 10:00', ['2026-03-01T00:00Z', '2026-03-31T23:59Z'], ['04 10:00', '18 10:00']],
    ['last friday of month 10:00', ['2026-03-01T00:00Z', '2026-03-31T23:59Z'], ['27 10:00']],
    ['first monday of apr 10:00', ['2026-03-01T00:00Z', '2026-03-31T23:59Z'], []],
    ['0 3 * * *', DAY, ['02 03:00']],
    ['*/20 5 * * *', DAY, ['02 05:00', '02 05:20', '02 05:40']],
    ['0 12 * * 6-7', WEEK, ['07 12:00', '08 12:00']],
    ['0 12 * MAR mon-tue', WEEK, ['02 12:00', '03 12:00']],
    ['0 0 4 * fri', WEEK, ['04 00:00', '06 00:00']],
  ])('reads "%s"', (text, [from, to], expected) => {
    expect(dueIn(text, from, to)).toEqual(expected);
  });

  it('is due every minute with "every 1 minutes" and "* * * * *"', () => {
    expect(dueIn('every 1 minutes', ...DAY)).toHaveLength(24 * 60);
    expect(dueIn('* * * * *', ...DAY)).toHaveLength(24 * 60);
  });

  it('follows the clock of the time zone through its changes', () => {
    const march = ['2026-03-28T00:00Z', '2026-03-30T23:59Z'] as const; // Summer time begins on the 29th.

    expect(dueIn('every day 03:00', ...march, 'Europe/Zurich')).toEqual(['28 02:00', '29 01:00', '30 01:00']);
    expect(dueIn('every day 03:00', ...DAY, 'Asia/Kolkata')).toEqual(['02 21:30']);
  });

  it('finds runs that were due in a range of days or years', () => {
    const schedule = parseSchedule('every day 03:00');

    expect(schedule.isDueBetween(Date.parse('2026-03-02T03:00Z'), Date.parse('2026-03-03T02:59Z'))).toBe(false);
    expect(schedule.isDueBetween(Date.parse('2026-02-20T03:00Z'), Date.parse('2026-03-03T02:59Z'))).toBe(true);
    expect(schedule.isDueBetween(0, Date.parse('2026-03-03T02:59Z'))).toBe(true);
  });

  it.each(['', 'sometimes', 'every 0 minutes', '61 * * * *', '* * *', 'every blue day 03:00', '5-1 * * * *'])(
    'refuses "%s"',
    (text) => {
      expect(() => parseSchedule(text)).toThrow('is not a supported schedule');
    },
  );

  it('refuses an unknown time zone', () => {
    expect(() => parseSchedule('every day 03:00', 'Mars/Olympus')).toThrow();
  });
});
