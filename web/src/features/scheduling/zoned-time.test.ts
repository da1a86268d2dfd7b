import { describe, expect, it } from 'vitest';
import {
  chosenTime,
  dayInMonth,
  dayOf,
  localTime,
  spelledTime,
  startOfDay,
  tomorrowAtNine,
  weeksOf,
} from './zoned-time.ts';

const at = (local: string, zone: string) => {
  const chosen = chosenTime(local, zone);
  return chosen && [new Date(chosen.instantMs).toISOString(), chosen.clocks];
};

describe('a selected time', () => {
  it.each([
    ['2026-11-24T09:00', 'Europe/Berlin', '2026-11-24T08:00:00.000Z', null],
    ['2026-07-24T09:00', 'Europe/Berlin', '2026-07-24T07:00:00.000Z', null],
    ['2026-11-24T09:00', 'Asia/Kathmandu', '2026-11-24T03:15:00.000Z', null],
    ['2026-11-24T09:00', 'Pacific/Kiritimati', '2026-11-23T19:00:00.000Z', null],
    ['2026-11-24T09:00', 'UTC', '2026-11-24T09:00:00.000Z', null],
    // Clocks go from 2:00 to 3:00: a skipped time is an hour later.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z', 'skipped'],
    ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z', null],
    ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z', null],
    // Clocks go from 3:00 to 2:00.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z', 'twice'],
    ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z', null],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z', 'twice'],
    // By half an hour.
    ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z', 'skipped'],
  ])('%s in %s is %s (%s)', (local, zone, instant, clocks) => {
    expect(at(local, zone)).toEqual([instant, clocks]);
  });

  it.each(['', '2026-11-24', 'tomorrow', '2026-13-40T09:00'])('is null for %j', (text) => {
    expect(chosenTime(text, 'UTC')).toBeNull();
  });

  it('is shown as it was selected', () => {
    for (let hour = 0; hour < 24 * 365; hour += 7) {
      const instantMs = Date.UTC(2026, 0, 1, hour);
      const chosen = chosenTime(localTime(instantMs, 'America/Santiago'), 'America/Santiago');
      expect([instantMs, chosen?.clocks === 'twice' ? instantMs : chosen?.instantMs]).toEqual([instantMs, instantMs]);
    }
  });
});

describe('days', () => {
  it('depend on the time zone', () => {
    expect(dayOf('2026-11-24T23:30:00Z', 'Europe/Berlin')).toBe('2026-11-25');
    expect(startOfDay('2026-11-25', 'Europe/Berlin')).toBe('2026-11-24T23:00:00.000Z');
    // Clocks skip midnight: the day begins at one.
    expect(startOfDay('2026-09-06', 'America/Santiago')).toBe('2026-09-06T04:00:00.000Z');
    expect(tomorrowAtNine(Date.parse('2026-12-31T22:00:00Z'), 'America/New_York')).toBe('2027-01-01T09:00');
  });

  it('are limited to the length of the month when the month changes', () => {
    expect([dayInMonth('2026-01-31', 1), dayInMonth('2026-12-24', 1), dayInMonth('2026-03-31', -1)]).toEqual([
      '2026-02-28',
      '2027-01-24',
      '2026-02-28',
    ]);
  });

  it('form weeks that start on Monday', () => {
    const weeks = weeksOf('2026-11-24');

    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
    expect([weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual(['2026-10-26', '2026-12-06']);
    expect(weeksOf('2027-02-01')).toHaveLength(4);
  });

  it('are formatted in the time zone', () => {
    expect(spelledTime('2026-11-24T08:00:00Z', 'Europe/Berlin')).toBe('Tue, Nov 24, 2026, 9:00 AM');
  });
});
