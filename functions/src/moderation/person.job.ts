import * as z from 'zod/mini';
import { HideCause } from '../comments/comments.converter.ts';
import { defineKind, type FixedJob, type Worker } from '../jobs/job.ts';
import type { ModerationService, PersonWork } from './moderation.service.ts';

const KIND = 'comments.moderate';

/** The job for all comments of a person. There is one at a time, so that hiding and showing never overlap. */
export const personJobId = (userId: string): string => `comments-of-${userId}`;

/** Hides or shows all comments of a person. */
export const personKind = (moderation: Pick<ModerationService, 'continueWith'>): Worker =>
  defineKind({
    name: KIND,
    params: z.object({
      userId: z.string(),
      actorId: z.string(),
      isHidden: z.boolean(),
      reason: z.nullable(z.string()),
      cause: z._default(HideCause, 'all'),
      /** For jobs created by 1.0.0: the id after which they start, because the call itself changed the earlier comments. */
      after: z.optional(z.string()),
    }),
    cursor: z.string(),
    async step({ after, ...work }, cursor) {
      const { changed, next } = await moderation.continueWith(work, cursor ?? after ?? null);
      return { count: changed, next };
    },
  });

/** The job for this work. */
export function personJob({ userId, actorId, isHidden, reason, cause }: PersonWork): FixedJob {
  const about = `${isHidden ? 'hiding' : 'showing'} all comments of an account`;
  const params = { userId, actorId, isHidden, reason, cause };
  return { id: personJobId(userId), kind: KIND, params, about, createdBy: actorId };
}
