import * as z from 'zod/mini';
import { Instant, InstantInput } from './fields.ts';

/** The status of a post as shown to staff. A scheduled post is unpublished until its time, and a deleted post is in the trash. */
export const PostStatus = z.enum(['draft', 'scheduled', 'published', 'trash']);
export type PostStatus = z.infer<typeof PostStatus>;

export const POST_STATUS_LABELS: Readonly<Record<PostStatus, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  trash: 'Trash',
};

interface Publication {
  readonly isPublished: boolean;
  readonly publishAt: unknown;
  readonly trashedAt: unknown;
}

/** A published post is never scheduled, whatever `publishAt` says. */
export function statusOf({ isPublished, publishAt, trashedAt }: Publication): PostStatus {
  if (trashedAt) return 'trash';
  if (isPublished) return 'published';
  return publishAt ? 'scheduled' : 'draft';
}

/** The publication time, with any offset from UTC; null for no schedule. */
export const PublishAtInput = z.optional(z.nullable(InstantInput));

/** The additional fields that staff see. */
export const staffFields = {
  status: PostStatus,
  publishAt: z.nullable(Instant),
  trashedAt: z.nullable(Instant),
} as const;

export const SCHEDULE_TEXTS = {
  past: 'The time to publish at has to be in the future',
  both: 'A post is published either now or later: leave out isPublished or the time to publish at',
  date: 'The date of publication has to be in the past and not before 1970',
  noDate: 'A published post needs its date of publication',
} as const;

/** What is wrong with a publication time; null if it is valid. Any time later than the server's `now` is valid, without a margin. */
export function scheduleFault(
  { isPublished, publishAt }: { isPublished?: boolean | undefined; publishAt?: string | null | undefined },
  now: Date,
): string | null {
  if (typeof publishAt !== 'string') return null;
  if (isPublished) return SCHEDULE_TEXTS.both;
  return Date.parse(publishAt) > now.getTime() ? null : SCHEDULE_TEXTS.past;
}

/** What is wrong with a post's new date; null if it is valid. Later dates are schedules, and the beginning of 1970 means an unknown date. */
export function dateFault(
  publishedAt: Date | null,
  { isPublished, now }: { isPublished: boolean; now: Date },
): string | null {
  if (publishedAt === null) return isPublished ? SCHEDULE_TEXTS.noDate : null;
  return publishedAt.getTime() > 0 && publishedAt <= now ? null : SCHEDULE_TEXTS.date;
}
