import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { DocumentId, Instant, PageQuery } from './fields.ts';
import { STAFF_LIST_LIMITS } from './staff-lists.ts';
import { Author } from './users.ts';

/** Every recorded action of staff, as `area.verb`. */
export const ACTIVITY_ACTIONS = [
  'post.create',
  'post.publish',
  'post.unpublish',
  'post.edit',
  'post.restore',
  'post.delete',
  'post.undelete',
  'post.schedule',
  'post.preview',
  'post.preview-end',
  'post.comments',
  'post.submit',
  'post.take',
  'post.return',
  'post.withdraw',
  'page.create',
  'page.publish',
  'page.unpublish',
  'page.edit',
  'page.restore',
  'page.delete',
  'page.undelete',
  'page.schedule',
  'page.preview',
  'page.preview-end',
  'category.create',
  'category.change',
  'category.order',
  'category.delete',
  'category.merge',
  'tag.create',
  'tag.change',
  'tag.delete',
  'tag.merge',
  'series.create',
  'series.change',
  'series.delete',
  'redirect.create',
  'redirect.change',
  'redirect.delete',
  'picture.describe',
  'picture.delete',
  'author.create',
  'author.change',
  'author.delete',
  'author.join',
  'comment.hide',
  'comment.show',
  'comments.hide-all',
  'comments.show-all',
  'user.role',
  'user.writing',
  'invitation.create',
  'invitation.revoke',
  'invitation.accept',
  'token.create',
  'token.use',
  'token.delete',
  'webhook.create',
  'webhook.change',
  'webhook.off',
  'webhook.delete',
  'user.block',
  'user.unblock',
  'user.delete',
  'user.create',
  'broadcast.send',
  'subscriber.remove',
  'subscribers.import',
  'issue.create',
  'issue.delete',
  'issue.schedule',
  'issue.send',
  'issue.pause',
  'issue.resume',
  'issue.cancel',
  'issue.decide',
  'issue.archive',
  'settings.change',
  'storage.migrate',
  'content.import',
  'content.export',
  'job.retry',
  'suppression.create',
  'suppression.free',
] as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];

/** The collections of the documents that staff act on. */
export const ACTIVITY_TARGETS = [
  'posts',
  'pages',
  'categories',
  'tags',
  'series',
  'addresses',
  'authors',
  'pictures',
  'comments',
  'users',
  'tokens',
  'webhooks',
  'invitations',
  'broadcasts',
  'subscribers',
  'subscriberImports',
  'newsletterIssues',
  'system',
  'jobs',
  'suppressions',
] as const;

const DAY_MS = 24 * 60 * 60_000;

/** The number of years after which the sweep deletes entries of any action. */
export const ACTIVITY_YEARS = 5;

/** The age in milliseconds at which the sweep deletes entries of these actions, which are numerous or name addresses of people without an account. */
export const ACTIVITY_KEPT_MS: Partial<Record<ActivityAction, number>> = {
  'post.edit': 365 * DAY_MS,
  'page.edit': 365 * DAY_MS,
  'invitation.create': 365 * DAY_MS,
  'invitation.revoke': 365 * DAY_MS,
  'invitation.accept': 365 * DAY_MS,
  'suppression.create': 365 * DAY_MS,
  'suppression.free': 365 * DAY_MS,
  'storage.migrate': 90 * DAY_MS,
  'token.use': 90 * DAY_MS,
};

/** The changed fields. Of long texts, only the length is recorded. */
const Fields = z.nullable(z.record(z.string(), z.unknown()));

/** One action of staff. */
export const Activity = z.object({
  id: z.string(),
  at: Instant,
  /** Null for actions without an account: the command line (`set-role`), the schedule (`scheduler`), the product itself (`system`). */
  actor: z.nullable(Author),
  actorId: z.string(),
  /** Who scheduled the action, if the scheduler carried it out. */
  onBehalfOf: z.nullable(Author),
  /** One of `ACTIVITY_ACTIONS`, unless another version of the product wrote it. */
  action: z.string(),
  target: z.object({
    /** The target's collection. */
    kind: z.string(),
    id: z.string(),
    /** The current name of an account, or the name of anything else at the time of the action; null if it has no name. */
    name: z.nullable(z.string()),
  }),
  before: Fields,
  after: Fields,
  /** For a bulk action: its id, and its number of entries, of which this one is the newest. Null for a single action. */
  run: z.nullable(z.object({ id: DocumentId, count: z.int() })),
});
export type Activity = z.infer<typeof Activity>;

export const ActivityQuery = z.extend(PageQuery, {
  actorId: z.optional(DocumentId),
  action: z.optional(z.enum(ACTIVITY_ACTIONS)),
  targetId: z.optional(DocumentId),
  /** Includes each entry of one bulk action. */
  runId: z.optional(DocumentId),
  /** From `since` (inclusive) to `until` (exclusive). */
  since: z.optional(Instant),
  until: z.optional(Instant),
});
export type ActivityQuery = z.infer<typeof ActivityQuery>;

/** Somebody who acted. */
export const ActivityPerson = z.pick(Activity, { actorId: true, actor: true });
export type ActivityPerson = z.infer<typeof ActivityPerson>;

export const activityApi = {
  people: endpoint({
    method: 'GET',
    path: '/api/admin/activity/people',
    access: 'admin',
    summary: `Everybody who acted, for the filter by person; at most ${STAFF_LIST_LIMITS.people}.`,
    response: z.array(ActivityPerson),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/activity',
    access: 'admin',
    summary:
      'Actions of staff, newest first: who did what to what and when, with the state before and after. Without `runId` or `targetId`, a bulk action is one entry, at its newest action; it may come again on further pages.',
    query: ActivityQuery,
    response: z.array(Activity),
    paged: true,
  }),
} as const;
