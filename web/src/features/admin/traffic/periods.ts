import { shortDate } from '@inkwell/shared/format';
import type { TrafficRow } from '@inkwell/shared/traffic';
import { dayAfter, dayInMonth } from '../../scheduling/zoned-time.ts';

/** The unit of a trend's columns, by its name in the address. */
export const UNITS = {
  day: { label: 'Last 30 days', axis: 'Day', length: '30 days' },
  week: { label: 'Last 12 weeks', axis: 'Week of', length: '12 weeks' },
  month: { label: 'Last 12 months', axis: 'Month', length: '12 months' },
} as const;
export type Unit = keyof typeof UNITS;

const DAYS = 30;
const WEEKS = 12;
const MONTHS = 12;

/** Two consecutive periods. Days such as `2026-11-24`, in the publication's time zone. */
export interface Periods {
  readonly unit: Unit;
  readonly from: string;
  readonly to: string;
  /** The same number of units before; `to` is as far into its unit as today is in the current one. */
  readonly before: { readonly from: string; readonly to: string };
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The period that ends today, and the previous one. */
export function periodsOf(unit: Unit, today: string): Periods {
  if (unit === 'month') {
    const first = `${today.slice(0, 7)}-01`;
    return {
      unit,
      from: dayInMonth(first, 1 - MONTHS),
      to: today,
      before: { from: dayInMonth(first, 1 - 2 * MONTHS), to: dayInMonth(today, -MONTHS) },
    };
  }
  const monday = dayAfter(today, -((new Date(today).getUTCDay() + 6) % 7));
  const [from, length] =
    unit === 'week' ? [dayAfter(monday, -7 * (WEEKS - 1)), 7 * WEEKS] : [dayAfter(today, 1 - DAYS), DAYS];
  return { unit, from, to: today, before: { from: dayAfter(from, -length), to: dayAfter(today, -length) } };
}

const monthsBetween = (from: string, to: string): number => {
  const [start = 0, end = 0] = [from, to].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)));
  return end - start;
};

/** The column of a period that contains a day. */
const columnOf = (unit: Unit, from: string, day: string): number =>
  unit === 'month' ? monthsBetween(from, day) : Math.floor(daysBetween(from, day) / (unit === 'week' ? 7 : 1));

/** `Nov 24`; for a month, `Nov`. */
function labelOf(unit: Unit, from: string, index: number): string {
  const day = unit === 'month' ? dayInMonth(from, index) : dayAfter(from, unit === 'week' ? 7 * index : index);
  const label = shortDate(`${day}T00:00:00Z`, 'UTC');
  return unit === 'month' ? label.slice(0, 3) : label.replace(/,.*/, '');
}

/** Views and visitors of a period. */
const sumOf = (rows: readonly TrafficRow[], from: string, to: string) => {
  const inside = rows.filter(({ key }) => key >= from && key <= to);
  const sum = (name: 'views' | 'visitors') => inside.reduce((total, row) => total + row[name], 0);
  return { views: sum('views'), visitors: sum('visitors') };
};

/** The columns of a trend, each with its views and the views of the same unit in the previous period, and both sums. `rows` are days. */
export function trendOf({ unit, from, to, before }: Periods, rows: readonly TrafficRow[]) {
  const count = columnOf(unit, from, to) + 1;
  const columns = Array.from({ length: count }, (_, index) => ({ label: labelOf(unit, from, index), values: [0, 0] }));
  const add = (series: 0 | 1, start: string, { key, views }: TrafficRow) => {
    const values = columns[columnOf(unit, start, key)]?.values;
    if (values) values[series] = (values[series] ?? 0) + views;
  };
  for (const row of rows) {
    if (row.key >= from && row.key <= to) add(0, from, row);
    else if (row.key >= before.from && row.key < from) add(1, before.from, row);
  }
  return { columns, now: sumOf(rows, from, to), before: sumOf(rows, before.from, before.to) };
}

/** `12% more than in the previous 30 days`. There is no percentage without earlier views. */
export function changeText(now: number, before: number, unit: Unit): string {
  const words = `in the previous ${UNITS[unit].length}`;
  if (before === 0) return `None ${words}`;
  const percent = Math.round((100 * (now - before)) / before);
  return percent === 0 ? `Same as ${words}` : `${Math.abs(percent)}% ${percent > 0 ? 'more' : 'fewer'} than ${words}`;
}
