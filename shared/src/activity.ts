import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { DocumentId, Instant, PageQuery } from './fields.ts';
import { Author } from './users.ts';

/** Everything that staff do and that is noted, as `area.verb`. */
export const ACTIVITY_ACTIONS = [
  'post.create',
  'post.publish',
  'post.unpublish',
  'post.edit',
  'post.restore',
  'post.delete',
  'post.schedule',
  'post.preview',
  'post.preview-end',
  'post.comments',
  'category.create',
  'comment.hide',
  'comment.show',
  'comments.hide-all',
  'comments.show-all',
  'user.role',
  'user.block',
  'user.unblock',
  'user.create',
  'broadcast.send',
  'settings.change',
  'storage.migrate',
  'job.retry',
] as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];

/** Collections whose documents staff act on: what `targetId` is looked for in. */
export const ACTIVITY_TARGETS = ['posts', 'categories', 'comments', 'users', 'broadcasts', 'system', 'jobs'] as const;

const DAY_MS = 24 * 60 * 60_000;

/** How long entries stay that are many and say little later; all others are kept for good. */
export const ACTIVITY_KEPT_MS: Partial<Record<ActivityAction, number>> = {
  'post.edit': 365 * DAY_MS,
  'storage.migrate': 90 * DAY_MS,
};

/** The fields of something that an act changed; long texts are told by their length. */
const Fields = z.nullable(z.record(z.string(), z.unknown()));

/** One act of staff: who, what, on whom or what, when, before and after. */
export const Activity = z.object({
  id: z.string(),
  at: Instant,
  /** Null for what is not an account: the command line (`set-role`), the schedule (`scheduler`), the product itself (`system`). */
  actor: z.nullable(Author),
  actorId: z.string(),
  /** Who had it done, where the schedule did it. */
  onBehalfOf: z.nullable(Author),
  /** One of `ACTIVITY_ACTIONS`, unless another version of the product wrote it. */
  action: z.string(),
  target: z.object({
    /** The collection it stands in. */
    kind: z.string(),
    id: z.string(),
    /** What it is called: an account by now, anything else as it was called then. Null where it has no name. */
    name: z.nullable(z.string()),
  }),
  before: Fields,
  after: Fields,
});
export type Activity = z.infer<typeof Activity>;

export const ActivityQuery = z.extend(PageQuery, {
  actorId: z.optional(DocumentId),
  action: z.optional(z.enum(ACTIVITY_ACTIONS)),
  targetId: z.optional(DocumentId),
  /** From this moment on, and before that one. */
  since: z.optional(Instant),
  until: z.optional(Instant),
});
export type ActivityQuery = z.infer<typeof ActivityQuery>;

export const activityApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/activity',
    access: 'admin',
    summary: 'Actions of staff, newest first: who did what to what and when, with the state before and after.',
    query: ActivityQuery,
    response: z.array(Activity),
    paged: true,
  }),
} as const;
