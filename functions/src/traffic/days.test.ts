import { describe, expect, it } from 'vitest';
import { addDays, addMonths, dayIn, daysBetween, monthsBetween } from './days.ts';

describe('a day', () => {
  it("follows the publication's clocks, across midnight and summer time", () => {
    const at = (text: string, zone = 'Europe/Berlin') => dayIn(zone, new Date(text));
    expect(at('2026-11-10T22:59:59.999Z')).toBe('2026-11-10');
    expect(at('2026-11-10T23:00:00.000Z')).toBe('2026-11-11');
    // Clocks go forward on 29 March and back on 25 October: days of 23 and 25 hours.
    expect(['2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z'].map((text) => at(text))).toEqual([
      ...['2026-03-29', '2026-03-29', '2026-03-30'],
    ]);
    expect(['2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z'].map((text) => at(text))).toEqual([
      ...['2026-10-25', '2026-10-25', '2026-10-26'],
    ]);
    expect(at('2026-11-10T10:00:00Z', 'Pacific/Kiritimati')).toBe('2026-11-11');
  });

  it('is followed by the next, across months and years', () => {
    expect(daysBetween('2026-12-30', '2027-01-02')).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02']);
    expect(monthsBetween('2025-12-31', '2026-02-01')).toEqual(['2025-12', '2026-01', '2026-02']);
    expect(addMonths('2026-11', -25)).toBe('2024-10');
  });

  it('ends in any year, and is refused in periods that are too long', () => {
    expect(daysBetween('0999-12-31', '1000-01-01')).toEqual(['0999-12-31', '1000-01-01']);
    for (const [from, to] of [
      ['9999-12-30', '9999-12-31'],
      ['9998-06-01', '9999-12-31'],
      ['0000-01-01', '0000-01-02'],
    ] as const) {
      expect(daysBetween(from, to).at(-1)).toBe(to);
      expect(monthsBetween(from, to).at(-1)).toBe(to.slice(0, 7));
    }
    expect(daysBetween('2026-01-02', '2026-01-01')).toEqual([]);
    expect(daysBetween('2024-01-01', addDays('2024-01-01', 799))).toHaveLength(800);
    expect(() => daysBetween('2024-01-01', addDays('2024-01-01', 800))).toThrow(RangeError);
    expect(() => monthsBetween('2021-01-01', '2026-01-01')).toThrow(RangeError);
    // The day after the last one has five digits in its year.
    expect(() => daysBetween('2026-01-01', addDays('9999-12-31', 1))).toThrow(RangeError);
    expect(monthsBetween('2026-01-01', addDays('9999-12-31', 1))).toEqual([]);
  });
});
