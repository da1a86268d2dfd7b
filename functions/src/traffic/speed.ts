import type { VisitEnd } from '@inkwell/shared/traffic';
import { type Change, SITE } from './tally.ts';

/** The upper bounds of the classes: LCP and INP in milliseconds, CLS in thousandths. */
const CLASSES = {
  lcp: [500, 800, 1_000, 1_200, 1_500, 1_800, 2_100, 2_500, 3_000, 4_000, 6_000, 10_000],
  inp: [25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 800, 1_500],
  cls: [0, 5, 10, 25, 50, 75, 100, 150, 200, 250, 400, 1_000],
} as const;
export type Measure = keyof typeof CLASSES;
export const MEASURES = Object.keys(CLASSES) as Measure[];

/** The changes for a measured visit: one more visit in a class of each measure. */
export function speedChanges({ page, lcp, inp, cls }: VisitEnd): Change[] {
  const values = { lcp, inp, cls: cls === undefined ? undefined : cls * 1_000 };
  return MEASURES.flatMap((measure) => {
    const value = values[measure];
    if (value === undefined) return [];
    const ends: readonly number[] = CLASSES[measure];
    const end = ends.find((most) => value <= most) ?? ends.at(-1);
    return [{ scope: SITE, kind: 'speed', key: `${page} ${measure} ${end}` } as const];
  });
}

/** The 75th percentile of the visits, as the upper bound of its class; null without visits. */
export function threeQuarters(classes: readonly (readonly [end: number, visits: number])[]): number | null {
  const sorted = [...classes].sort(([a], [b]) => a - b);
  const all = sorted.reduce((sum, [, visits]) => sum + visits, 0);
  let seen = 0;
  for (const [end, visits] of sorted) {
    seen += visits;
    if (seen >= 0.75 * all) return end;
  }
  return null;
}

/** The number of days before a change, and of measured visits required on either side of it. */
const DAYS_BEFORE = 7;
const LEAST_VISITS = 30;
const WORSE = 1.2;

type MeasuredDay = { readonly key: string; readonly visits: number } & { readonly [M in Measure]: number | null };

/** The day since which a measure has been a fifth worse than in the week before. If there are several, the one with the greatest difference. */
export function slowerSince(days: readonly MeasuredDay[]): string | null {
  const single = days.filter(({ key, visits }) => key.length === 10 && visits > 0);
  let [since, most]: [string | null, number] = [null, WORSE];
  for (const [at, { key }] of single.entries()) {
    const [before, after] = [single.slice(Math.max(0, at - DAYS_BEFORE), at), single.slice(at)];
    if ([before, after].some((side) => visitsOn(side) < LEAST_VISITS)) continue;
    const times = Math.max(...MEASURES.map((measure) => meanOf(after, measure) / Math.max(1, meanOf(before, measure))));
    if (times > most) [since, most] = [key, times];
  }
  return since;
}

const visitsOn = (days: readonly MeasuredDay[]): number => days.reduce((sum, { visits }) => sum + visits, 0);

const meanOf = (days: readonly MeasuredDay[], measure: Measure): number =>
  days.reduce((sum, day) => sum + (day[measure] ?? 0) * day.visits, 0) / visitsOn(days);
