import * as z from 'zod/mini';
import { Instant } from './fields.ts';

/** What a post is to staff: a scheduled one is a draft until its time has come. */
export const PostStatus = z.enum(['draft', 'scheduled', 'published']);
export type PostStatus = z.infer<typeof PostStatus>;

export const POST_STATUS_LABELS: Readonly<Record<PostStatus, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
};

/** A published post has no time to wait for, whatever is stored beside. */
export function statusOf({ isPublished, publishAt }: { isPublished: boolean; publishAt: unknown }): PostStatus {
  if (isPublished) return 'published';
  return publishAt ? 'scheduled' : 'draft';
}

/** When a post is to be published, in any offset from UTC; null for not by itself. */
export const PublishAtInput = z.optional(z.nullable(z.iso.datetime({ offset: true })));

/** What staff see of a post beside what everybody sees. */
export const staffFields = { status: PostStatus, publishAt: z.nullable(Instant) } as const;

export const SCHEDULE_TEXTS = {
  past: 'The time to publish at has to be in the future',
  both: 'A post is published either now or later: leave out isPublished or the time to publish at',
} as const;

/**
 * What is wrong with a time of publication, if anything. Only what is later than the server's own `now` is the future, without a margin: who
 * wants a post out at once publishes it.
 */
export function scheduleFault(
  { isPublished, publishAt }: { isPublished?: boolean | undefined; publishAt?: string | null | undefined },
  now: Date,
): string | null {
  if (typeof publishAt !== 'string') return null;
  if (isPublished) return SCHEDULE_TEXTS.both;
  return Date.parse(publishAt) > now.getTime() ? null : SCHEDULE_TEXTS.past;
}
