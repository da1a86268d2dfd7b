import * as z from 'zod/mini';
import { defineKindById, type FixedJob, type JobKind, type StepById } from '../jobs/job.ts';

/** A deleted series, whose posts belong to none from then on. */
export interface SeriesEnd {
  readonly from: string;
}

export const seriesKind = (leaveSeries: StepById<SeriesEnd>): JobKind<SeriesEnd> =>
  defineKindById('series.remove', z.object({ from: z.string() }), leaveSeries);

/** The job of a deleted series: one for each, because a series ends once. */
export const seriesJob = (from: string, createdBy: string): FixedJob => ({
  ...{ id: `series-${from}`, kind: 'series.remove', params: { from }, about: null, createdBy },
});
