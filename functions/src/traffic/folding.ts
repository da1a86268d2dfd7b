import { TRAFFIC_LIMITS } from '@inkwell/shared/traffic';
import type { Clock } from '../common/clock.ts';
import { addMonths, dayIn, monthOf } from './days.ts';
import type { TrafficRepository } from './traffic.repository.ts';
import type { CountingSettings } from './traffic-counter.ts';

/** By then, instances have written what they collected before midnight. */
const LATE_MS = 5 * 60_000;

interface Dependencies {
  readonly traffic: Pick<TrafficRepository, 'fold' | 'sumMonthsBefore'>;
  readonly settings: { readonly ofTraffic: () => Promise<CountingSettings> };
  readonly clock: Clock;
}

/** Folds the days that have ended, once per day and instance. Reads nothing at other times. */
export function createTrafficFolding({ traffic, settings, clock }: Dependencies): () => Promise<void> {
  let foldedBefore = '';
  return async () => {
    const { timeZone } = await settings.ofTraffic();
    const day = dayIn(timeZone, new Date(clock.now().getTime() - LATE_MS));
    if (day === foldedBefore) return;
    while ((await traffic.fold(day)) > 0);
    foldedBefore = day;
  };
}

/** Replaces the days of old months by their totals. @returns the number of months */
export async function sumOldMonths({ traffic, settings, clock }: Dependencies): Promise<number> {
  const { timeZone } = await settings.ofTraffic();
  return traffic.sumMonthsBefore(addMonths(monthOf(dayIn(timeZone, clock.now())), -TRAFFIC_LIMITS.months));
}
