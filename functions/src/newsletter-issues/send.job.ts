import * as z from 'zod/mini';
import { defineKind, type FixedJob, type JobKind } from '../jobs/job.ts';
import type { IssueSender, IssueWork } from './sending.service.ts';

/** Sends a newsletter issue. All progress is stored with the issue and its emails, so a page has no position. */
export const sendKind = (sender: IssueSender): JobKind<IssueWork> =>
  defineKind({
    name: 'newsletter.send',
    params: z.object({ issueId: z.string(), round: z.int() }),
    cursor: z.literal(true),
    step: (work) => sender.continueWith(work),
  });

export const sendJobId = ({ issueId, round }: IssueWork): string => `newsletter-${issueId}-${round}`;

/** The job for one round of an issue. */
export const sendJob = (
  kind: JobKind<IssueWork>,
  work: IssueWork,
  { createdBy, about, notBefore }: { createdBy: string; about: string; notBefore?: Date },
): FixedJob => ({
  ...kind.job(work, { createdBy, about, ...(notBefore && { notBefore }) }),
  id: sendJobId(work),
});
