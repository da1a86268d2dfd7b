import * as z from 'zod/mini';
import { defineKind, type JobKind, type NewJob, type PageDone } from '../jobs/job.ts';

/** A deleted series, whose posts belong to none from then on. */
export interface SeriesEnd {
  readonly from: string;
}

/** Takes the next posts out of a deleted series. Safe to repeat. */
export type LeaveSeries = (end: SeriesEnd, after: string | null) => Promise<PageDone<string>>;

export const seriesKind = (leaveSeries: LeaveSeries): JobKind<SeriesEnd> =>
  defineKind({
    name: 'series.remove',
    params: z.object({ from: z.string() }),
    cursor: z.string(),
    step: (end, cursor) => leaveSeries(end, cursor),
  });

/** The job of a deleted series: one for each, because a series ends once. */
export const seriesJob = (from: string, createdBy: string): NewJob & { readonly id: string } => ({
  ...{ id: `series-${from}`, kind: 'series.remove', params: { from }, about: null, createdBy },
});
