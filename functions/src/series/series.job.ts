import * as z from 'zod/mini';
import { defineKindById, type FixedJob, type StepById, type Worker } from '../jobs/job.ts';

/** A deleted series. Its posts then belong to none. */
export interface SeriesEnd {
  readonly from: string;
}

export const seriesKind = (leaveSeries: StepById<SeriesEnd>): Worker =>
  defineKindById('series.remove', z.object({ from: z.string() }), leaveSeries);

/** The job for a deleted series. There is one for each, because a series is deleted only once. */
export const seriesJob = (from: string, createdBy: string): FixedJob => ({
  id: `series-${from}`,
  kind: 'series.remove',
  params: { from },
  about: null,
  createdBy,
});
