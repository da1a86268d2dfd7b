import { describe, expect, it } from 'vitest';
import { changeText, periodsOf, trendOf } from './periods.ts';

const row = (key: string, views: number) => ({ key, views, visitors: 1 });

describe('the periods of a trend', () => {
  it.each([
    ['day', '2026-10-26', { from: '2026-09-26', to: '2026-10-25' }],
    // A Tuesday: the twelfth week has two days so far.
    ['week', '2026-09-07', { from: '2026-06-15', to: '2026-09-01' }],
    ['month', '2025-12-01', { from: '2024-12-01', to: '2025-11-24' }],
  ] as const)('by %s begin so that the previous one ends at the same point', (unit, from, before) => {
    expect(periodsOf(unit, '2026-11-24')).toEqual({ unit, from, to: '2026-11-24', before });
  });

  it('never ask for more than 800 days', () => {
    const { before, to } = periodsOf('month', '2028-02-29');
    expect((Date.parse(to) - Date.parse(before.from)) / 86_400_000).toBeLessThan(800);
    expect(before.to).toBe('2027-02-28');
  });
});

describe('a trend', () => {
  it('has each day next to the matching day of the previous period', () => {
    const periods = periodsOf('day', '2026-11-24');
    const trend = trendOf(periods, [
      row('2026-09-26', 3),
      row('2026-10-25', 4),
      row('2026-10-26', 5),
      row('2026-11-24', 7),
    ]);

    expect(trend.columns).toHaveLength(30);
    expect(trend.columns[0]).toEqual({ label: 'Oct 26', values: [5, 3] });
    expect(trend.columns[29]).toEqual({ label: 'Nov 24', values: [7, 4] });
    expect(trend.now).toEqual({ views: 12, visitors: 2 });
    expect(trend.before).toEqual({ views: 7, visitors: 2 });
  });

  it('adds days up to weeks and months, and compares sums up to the same day', () => {
    const rows = [
      row('2026-08-31', 1),
      row('2026-09-01', 2),
      row('2026-09-02', 40),
      row('2026-11-23', 5),
      row('2026-11-24', 6),
    ];
    const weeks = trendOf(periodsOf('week', '2026-11-24'), rows);
    expect(weeks.columns.at(-1)).toEqual({ label: 'Nov 23', values: [11, 43] });
    expect([weeks.now.views, weeks.before.views]).toEqual([11, 3]);

    const months = trendOf(periodsOf('month', '2026-11-24'), [...rows, row('2025-09-30', 9)]);
    expect(months.columns.map(({ label }) => label).join(' ')).toBe('Dec Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov');
    expect(months.columns[9]).toEqual({ label: 'Sep', values: [42, 9] });
  });

  it.each([
    [120, 100, '20% more than in the previous 30 days'],
    [50, 100, '50% fewer than in the previous 30 days'],
    [100, 100, 'Same as in the previous 30 days'],
    [9, 0, 'None in the previous 30 days'],
  ])('describes %i after %i: %s', (now, before, text) => {
    expect(changeText(now, before, 'day')).toBe(text);
  });
});
