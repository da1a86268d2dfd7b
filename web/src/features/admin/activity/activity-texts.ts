import { ACTIVITY_ACTIONS, type Activity, type ActivityAction } from '@inkwell/shared/activity';
import { counted, longDate, personName } from '@inkwell/shared/format';

/** Names of actions: short for the filter, and as a phrase between person and target. */
const TEXTS: Readonly<Record<ActivityAction, { label: string; deed: string }>> = {
  'post.create': { label: 'Post created', deed: 'created the post' },
  'post.publish': { label: 'Post published', deed: 'published the post' },
  'post.unpublish': { label: 'Post unpublished', deed: 'unpublished the post' },
  'post.edit': { label: 'Post edited', deed: 'edited the post' },
  'post.restore': { label: 'Post restored', deed: 'restored a revision of the post' },
  'post.delete': { label: 'Post deleted', deed: 'deleted the post' },
  'post.undelete': { label: 'Post restored from the trash', deed: 'restored the deleted post' },
  'post.schedule': { label: 'Post scheduled', deed: 'scheduled the post' },
  'post.preview': { label: 'Preview link created', deed: 'created a preview link for the post' },
  'post.preview-end': { label: 'Preview link ended', deed: 'ended the preview link of the post' },
  'post.comments': { label: 'Comments opened or closed', deed: 'changed who may comment on the post' },
  'post.submit': { label: 'Post submitted for review', deed: 'requested a review of the post' },
  'post.take': { label: 'Review started', deed: 'started to review the post' },
  'post.return': { label: 'Post returned', deed: 'sent back the post' },
  'post.withdraw': { label: 'Post withdrawn from review', deed: 'cancelled the review of the post' },
  'page.create': { label: 'Page created', deed: 'created the page' },
  'page.publish': { label: 'Page published', deed: 'published the page' },
  'page.unpublish': { label: 'Page unpublished', deed: 'unpublished the page' },
  'page.edit': { label: 'Page edited', deed: 'edited the page' },
  'page.restore': { label: 'Revision of a page restored', deed: 'restored a revision of the page' },
  'page.delete': { label: 'Page deleted', deed: 'deleted the page' },
  'page.undelete': { label: 'Page restored from the trash', deed: 'restored the deleted page' },
  'page.schedule': { label: 'Page scheduled', deed: 'scheduled the page' },
  'page.preview': { label: 'Preview link of a page created', deed: 'created a preview link for the page' },
  'page.preview-end': { label: 'Preview link of a page ended', deed: 'ended the preview link of the page' },
  'category.create': { label: 'Category created', deed: 'created the category' },
  'category.change': { label: 'Category changed', deed: 'changed the category' },
  'category.order': { label: 'Categories ordered', deed: 'changed the order of the categories' },
  'category.delete': { label: 'Category deleted', deed: 'deleted the category' },
  'category.merge': { label: 'Category merged', deed: 'merged the category' },
  'tag.create': { label: 'Tag created', deed: 'created the tag' },
  'tag.change': { label: 'Tag changed', deed: 'changed the tag' },
  'tag.delete': { label: 'Tag deleted', deed: 'deleted the tag' },
  'series.create': { label: 'Series created', deed: 'created the series' },
  'series.change': { label: 'Series changed', deed: 'changed the series' },
  'series.delete': { label: 'Series deleted', deed: 'deleted the series' },
  'redirect.create': { label: 'Redirect created', deed: 'redirected' },
  'redirect.change': { label: 'Redirect changed', deed: 'changed the redirect of' },
  'redirect.delete': { label: 'Redirect deleted', deed: 'deleted the redirect of' },
  'tag.merge': { label: 'Tag merged', deed: 'merged the tag' },
  'picture.describe': { label: 'Picture described', deed: 'described the picture' },
  'picture.delete': { label: 'Picture deleted', deed: 'deleted the picture' },
  'author.create': { label: 'Guest author created', deed: 'created the guest author' },
  'author.change': { label: 'Guest author changed', deed: 'changed the guest author' },
  'author.delete': { label: 'Guest author deleted', deed: 'deleted the guest author' },
  'author.join': { label: 'Guest author joined', deed: 'linked an account to the guest author' },
  'comment.hide': { label: 'Comment hidden', deed: 'hid the comment' },
  'comment.show': { label: 'Comment shown', deed: 'showed the comment' },
  'comments.hide-all': { label: "A person's comments hidden", deed: 'hid all comments of' },
  'comments.show-all': { label: "A person's comments shown", deed: 'showed all comments of' },
  'user.writing': { label: 'Writing permission changed', deed: 'changed the writing permission of' },
  'user.role': { label: 'Role changed', deed: 'changed the role of' },
  'invitation.create': { label: 'Invitation sent', deed: 'invited' },
  'invitation.revoke': { label: 'Invitation withdrawn', deed: 'withdrew the invitation of' },
  'invitation.accept': { label: 'Invitation accepted', deed: 'accepted the invitation of' },
  'token.create': { label: 'Token created', deed: 'created the token' },
  'token.use': { label: 'Token used', deed: 'first used on this day the token' },
  'token.delete': { label: 'Token deleted', deed: 'deleted the token' },
  'webhook.create': { label: 'Webhook created', deed: 'created the webhook to' },
  'webhook.change': { label: 'Webhook changed', deed: 'changed the webhook to' },
  'webhook.off': { label: 'Webhook switched off', deed: 'after too many failures switched off the webhook to' },
  'webhook.delete': { label: 'Webhook deleted', deed: 'deleted the webhook to' },
  'user.block': { label: 'User blocked', deed: 'blocked' },
  'user.unblock': { label: 'User unblocked', deed: 'unblocked' },
  'user.delete': { label: 'Account deletion started', deed: 'started to delete the account of' },
  'user.create': { label: 'Account created', deed: 'created the account of' },
  'subscriber.remove': { label: 'Subscriber removed', deed: 'removed a subscriber of the newsletter' },
  'subscribers.import': { label: 'Subscribers imported', deed: 'imported subscribers of the newsletter' },
  'issue.create': { label: 'Issue created', deed: 'created the issue' },
  'issue.delete': { label: 'Issue deleted', deed: 'deleted the issue' },
  'issue.schedule': { label: 'Issue scheduled', deed: 'scheduled the issue' },
  'issue.send': { label: 'Issue sent', deed: 'sent the issue' },
  'issue.pause': { label: 'Issue paused', deed: 'paused the issue' },
  'issue.resume': { label: 'Issue resumed', deed: 'resumed the issue' },
  'issue.cancel': { label: 'Issue cancelled', deed: 'cancelled the issue' },
  'issue.archive': { label: 'Archive page changed', deed: 'changed the archive page of the issue' },
  'issue.decide': { label: 'Unconfirmed emails resolved', deed: 'resolved unconfirmed emails of the issue' },
  'broadcast.send': { label: 'Notification sent', deed: 'sent the notification' },
  'settings.change': { label: 'Settings changed', deed: 'changed the settings' },
  'storage.migrate': { label: 'Images moved', deed: 'moved images to storage' },
  'suppression.create': { label: 'Address suppressed', deed: 'suppressed email to' },
  'suppression.free': { label: 'Address allowed again', deed: 'allowed email again to' },
  'content.export': { label: 'Export created', deed: 'exported the publication' },
  'content.import': { label: 'Import started', deed: 'started to import' },
  'job.retry': { label: 'Job retried', deed: 'retried a job' },
};

export const ACTION_OPTIONS = ACTIVITY_ACTIONS.map((value) => ({ value, label: TEXTS[value].label }));

/** The action as a phrase; its stored name if another version of the product recorded it. */
export const deedOf = ({ action }: Activity): string =>
  Object.entries(TEXTS).find(([name]) => name === action)?.[1].deed ?? action;

/** Verbs for several posts. Other bulk actions are described as changes. */
const VERBS: Readonly<Record<string, string>> = {
  'post.publish': 'published',
  'post.unpublish': 'unpublished',
  'post.delete': 'deleted',
  'post.undelete': 'restored',
  'post.schedule': 'rescheduled',
};

/** A bulk action as a phrase: 'edited 59 posts'. */
export const bulkDeedOf = (action: string, count: number): string =>
  `${VERBS[action] ?? 'edited'} ${counted(count, 'post', 'posts')}`;

const WITHOUT_ACCOUNT: Readonly<Record<string, string>> = {
  'set-role': 'The command line',
  scheduler: 'The schedule',
};

/** The person who acted. */
export function actorOf({ actor, actorId }: Pick<Activity, 'actor' | 'actorId'>): string {
  if (actor) return actor.displayName || actor.email ? personName(actor) : `A deleted account (${actorId})`;
  return WITHOUT_ACCOUNT[actorId] ?? 'The product';
}

/** Actions on the whole publication have no target name. */
const HAS_NO_NAME = ['system', 'jobs'];

/** The target; null if the action's phrase is complete without it. */
export const targetOf = ({ target }: Activity): string | null =>
  HAS_NO_NAME.includes(target.kind) ? null : (target.name ?? target.id);

const SHOWN_CHARACTERS = 200;

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** `November 25, 2026, 10:38:45 PM`, in the time zone of the reader. */
export const timeText = (instant: string): string =>
  `${longDate(instant)}, ${new Date(instant).toLocaleTimeString('en-US')}`;

/** A value as text: shortened, and in words if it is a boolean or a time. */
function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && INSTANT.test(value)) return timeText(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/** `isPublished` becomes "Is published". */
function fieldLabel(field: string): string {
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Fields that contain ids, which are shown as the names that belong to them. */
const NAMED: Readonly<Record<string, string>> = {
  tagIds: 'Tags',
  authorIds: 'Authors',
  seriesId: 'Series',
  categoryId: 'Category',
};

/** The old and new ids of a field; numbers as texts. */
export function idsOf({ before, after }: Pick<Activity, 'before' | 'after'>, field: string): string[][] {
  return [before?.[field], after?.[field]].map((value) =>
    [value ?? []].flat().flatMap((id) => (typeof id === 'string' || typeof id === 'number' ? [String(id)] : [])),
  );
}

/** The names for the ids of a field. */
export type NamesOf = (field: string, ids: readonly string[]) => string;

/** The changed fields with their new and old values; null for a field that did not exist. */
export function changesIn(
  { before, after }: Activity,
  namesOf: NamesOf,
): { field: string; before: string | null; after: string }[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.flatMap((field) => {
    const label = NAMED[field];
    const named = (ids: readonly string[] = []) => (ids.length === 0 ? valueText(null) : namesOf(field, ids));
    const [was = '', is = ''] = label
      ? idsOf({ before, after }, field).map(named)
      : [before?.[field], after?.[field]].map(valueText);
    if (was === is) return [];
    return [{ field: label ?? fieldLabel(field), before: before ? was : null, after: is }];
  });
}
