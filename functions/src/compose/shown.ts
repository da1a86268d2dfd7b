import type { WrittenDocument } from '../firestore/watch-writes.ts';

/** What a write makes of the public answers kept so far: everything may be old, what shows one post is, or nothing is. */
export type Outdated = { readonly kind: 'everything' | 'nothing' } | { readonly kind: 'post'; readonly postId: string };

const EVERYTHING: Outdated = { kind: 'everything' };
const NOTHING: Outdated = { kind: 'nothing' };

/** Whether `fields` were written and nothing beside them. */
const isWithin = (fields: WrittenDocument['fields'], names: readonly string[]): boolean =>
  fields?.every((field) => names.includes(field)) ?? false;

const nothing = (): Outdated => NOTHING;

/** Presence, what is read, and what a profile tells its owner and admins alone, whose answers are not kept; else anybody could keep all lists cold. */
const PRIVATE_OF_PERSON = [
  ...['lastSeenAt', 'readBefore', 'readIds', 'pictureSlot'],
  ...['lastName', 'email', 'mobileNumber', 'telephoneNumber', 'wordPrefixes', 'sortName'],
];

/**
 * What public answers show of each collection, by its path without ids. A collection that is not named here may be shown, so that
 * one which is forgotten costs a few documents more and shows nothing that is gone.
 */
const SHOWN: Readonly<Record<string, (id: string, fields: WrittenDocument['fields']) => Outdated>> = {
  // Views come all the time and may be as old as a kept answer; so may all counters in lists.
  posts: (id, fields) => {
    if (isWithin(fields, ['views', 'popularity', 'crowdedUntil'])) return NOTHING;
    return isWithin(fields, ['views', 'likesCount', 'commentsCount', 'popularity', 'crowdedUntil'])
      ? { kind: 'post', postId: id }
      : EVERYTHING;
  },
  users: (_id, fields) => (isWithin(fields, PRIVATE_OF_PERSON) ? NOTHING : EVERYTHING),
  searchIndex: (_id, fields) => (isWithin(fields, ['popularity']) ? NOTHING : EVERYTHING),
  'posts/likes': nothing,
  'posts/counterShards': nothing,
  'posts/revisions': nothing,
  'users/drafts': nothing,
  'users/discardedDrafts': nothing,
  editing: nothing,
  removedComments: nothing,
  reports: nothing,
  personalNotifications: nothing,
  // Everything else about a comment is shown.
  comments: (_id, fields) => (isWithin(fields, ['notification', 'isNotificationDue']) ? NOTHING : EVERYTHING),
  jobs: nothing,
  limits: nothing,
  audit: nothing,
  mail: nothing,
  requests: nothing,
  subscribers: nothing,
  broadcasts: nothing,
  feeds: nothing,
  pictures: nothing,
  previews: nothing,
  system: nothing,
};

export function outdatedBy({ path, fields }: WrittenDocument): Outdated {
  const segments = path.split('/');
  const collection = segments.filter((_segment, index) => index % 2 === 0).join('/');
  const id = segments[segments.length - 1] ?? '';
  return SHOWN[collection]?.(id, fields) ?? EVERYTHING;
}
