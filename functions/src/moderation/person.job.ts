import * as z from 'zod/mini';
import { defineKind, type JobKind } from '../jobs/job.ts';
import type { ModerationService, PersonWork } from './moderation.service.ts';

/** The comments of a person, after the id `after`. */
export type PersonParams = PersonWork & { readonly after: string };

/** Hides or shows the rest of a person's comments, which the call did not wait for. */
export const personKind = (moderation: Pick<ModerationService, 'continueWith'>): JobKind<PersonParams> =>
  defineKind({
    name: 'comments.moderate',
    params: z.object({
      userId: z.string(),
      actorId: z.string(),
      isHidden: z.boolean(),
      reason: z.nullable(z.string()),
      after: z.string(),
    }),
    cursor: z.string(),
    async step({ after, ...work }, cursor) {
      const { changed, next } = await moderation.continueWith(work, cursor ?? after);
      return { count: changed, next };
    },
  });
