import * as z from 'zod/mini';
import { defineKind, type FixedJob, type Worker } from '../jobs/job.ts';
import type { IssueSender, IssueWork } from './sending.service.ts';

const KIND = 'newsletter.send';

/** Sends a newsletter issue. All progress is stored with the issue and its emails, so a page has no position. */
export const sendKind = (sender: IssueSender): Worker =>
  defineKind({
    name: KIND,
    params: z.object({ issueId: z.string(), round: z.int() }),
    cursor: z.literal(true),
    step: (work) => sender.continueWith(work),
  });

export const sendJobId = ({ issueId, round }: IssueWork): string => `newsletter-${issueId}-${round}`;

/** The job for one round of an issue. */
export const sendJob = (
  { issueId, round }: IssueWork,
  options: Pick<FixedJob, 'createdBy' | 'about' | 'notBefore'>,
): FixedJob => ({ ...options, id: sendJobId({ issueId, round }), kind: KIND, params: { issueId, round } });
