import { COMMENT_LIMITS } from '@inkwell/shared/comments';
import { NEWSLETTER_LIMITS } from '@inkwell/shared/newsletter';
import { PREVIEW_DAYS } from '@inkwell/shared/previews';

/** The personal data of one person in a document. */
interface PersonalData {
  /**
   * How the document identifies the person: by the account's id as its own id or as that of its parent, by the id of one of their posts, or
   * by a field with the account's id, the path of the account's document, or the e-mail address.
   */
  readonly by: 'id' | 'parent' | 'post' | { readonly [Kind in 'account' | 'path' | 'email']?: string };
  /** Paths of fields, also in lists; `*` for the whole document. */
  readonly fields: readonly string[];
}

interface Collection {
  /** Empty for no personal data. */
  readonly personal: readonly PersonalData[];
  /** The latest time of deletion: never, with the account, or with the post. */
  readonly lasts: 'always' | 'account' | 'post';
  /** After how many days documents with `expireAt` are deleted, by a time-to-live policy and the sweep. */
  readonly expiresAfterDays?: number;
}

const all = ['*'];

/**
 * Every collection by its path without ids, with its personal data and how long the data is stored. The export and deletion of personal
 * data use this table; `collections.test.ts` fails if a collection is missing.
 */
export const COLLECTIONS: Readonly<Record<string, Collection>> = {
  users: { personal: [{ by: 'id', fields: all }], lasts: 'account' },
  // Only tombstones expire.
  'users/drafts': { personal: [{ by: 'parent', fields: all }], lasts: 'account', expiresAfterDays: 1 },
  'users/discardedDrafts': { personal: [{ by: 'parent', fields: all }], lasts: 'account', expiresAfterDays: 30 },
  posts: {
    personal: [
      { by: { account: 'authorId' }, fields: all },
      { by: { account: 'authorIds' }, fields: ['authorIds'] },
      { by: { account: 'lastEditedBy' }, fields: ['lastEditedBy'] },
      { by: { account: 'scheduledBy' }, fields: ['scheduledBy'] },
    ],
    lasts: 'always',
  },
  // Written by staff, who readers do not see.
  pages: {
    personal: [
      { by: { account: 'authorId' }, fields: ['authorId'] },
      { by: { account: 'authorIds' }, fields: ['authorIds'] },
      { by: { account: 'lastEditedBy' }, fields: ['lastEditedBy'] },
      { by: { account: 'scheduledBy' }, fields: ['scheduledBy'] },
    ],
    lasts: 'always',
  },
  'pages/revisions': { personal: [{ by: { account: 'editorId' }, fields: all }], lasts: 'always' },
  'posts/likes': { personal: [{ by: 'id', fields: all }], lasts: 'post' },
  sitemapShards: { personal: [], lasts: 'always' },
  'posts/counterShards': { personal: [], lasts: 'post' },
  'posts/revisions': { personal: [{ by: { account: 'editorId' }, fields: all }], lasts: 'post' },
  editing: { personal: [{ by: { account: 'leases.userId' }, fields: ['leases'] }], lasts: 'post', expiresAfterDays: 1 },
  comments: {
    personal: [
      { by: { account: 'authorId' }, fields: all },
      { by: { account: 'replyTo.authorId' }, fields: ['replyTo'] },
    ],
    lasts: 'post',
  },
  removedComments: {
    personal: [
      { by: { account: 'comment.authorId' }, fields: all },
      { by: { account: 'comment.replyTo.authorId' }, fields: ['comment.replyTo'] },
    ],
    lasts: 'post',
    expiresAfterDays: 1,
  },
  reports: {
    personal: [
      { by: { account: 'reporterId' }, fields: all },
      { by: { email: 'email' }, fields: all },
    ],
    lasts: 'always',
    expiresAfterDays: COMMENT_LIMITS.reportKeptDays,
  },
  personalNotifications: {
    personal: [
      { by: 'id', fields: all },
      { by: { account: 'items.comments.authorId' }, fields: ['items.comments'] },
    ],
    lasts: 'account',
  },
  pushes: { personal: [{ by: 'id', fields: all }], lasts: 'account', expiresAfterDays: 1 },
  // The author's names are among the words.
  searchIndex: { personal: [{ by: 'post', fields: ['tokens', 'head'] }], lasts: 'post' },
  previews: {
    personal: [{ by: { account: 'createdBy' }, fields: ['createdBy'] }],
    lasts: 'post',
    expiresAfterDays: PREVIEW_DAYS,
  },
  categories: { personal: [], lasts: 'always' },
  authors: {
    personal: [
      { by: 'id', fields: all },
      { by: { account: 'joinedTo' }, fields: ['joinedTo'] },
    ],
    lasts: 'always',
  },
  tags: { personal: [], lasts: 'always' },
  series: { personal: [], lasts: 'always' },
  addresses: { personal: [], lasts: 'always' },
  counters: { personal: [], lasts: 'always' },
  broadcasts: { personal: [{ by: { account: 'senderId' }, fields: ['senderId'] }], lasts: 'always' },
  feeds: { personal: [], lasts: 'always' },
  // Unconfirmed subscriptions, and the remains of ended ones.
  subscribers: {
    personal: [{ by: { email: 'email' }, fields: all }],
    lasts: 'always',
    expiresAfterDays: NEWSLETTER_LIMITS.confirmationDays,
  },
  mail: {
    personal: [{ by: { email: 'to' }, fields: all }],
    lasts: 'always',
    expiresAfterDays: NEWSLETTER_LIMITS.confirmationDays,
  },
  pictures: { personal: [{ by: { account: 'ownerId' }, fields: all }], lasts: 'always' },
  audit: {
    personal: [
      { by: { account: 'actorId' }, fields: all },
      { by: { account: 'onBehalfOf' }, fields: ['onBehalfOf'] },
      { by: { path: 'target' }, fields: ['target', 'before', 'after'] },
    ],
    lasts: 'always',
    expiresAfterDays: 365,
  },
  jobs: {
    personal: [
      { by: { account: 'createdBy' }, fields: ['createdBy'] },
      { by: { account: 'params.userId' }, fields: ['params'] },
      { by: { account: 'params.actorId' }, fields: ['params'] },
      { by: { account: 'following.createdBy' }, fields: ['following'] },
      { by: { account: 'following.params.userId' }, fields: ['following'] },
    ],
    lasts: 'always',
    expiresAfterDays: 90,
  },
  bulkRuns: { personal: [{ by: { account: 'ownerId' }, fields: ['ownerId'] }], lasts: 'always', expiresAfterDays: 1 },
  bulkRunShards: {
    personal: [{ by: { account: 'ownerId' }, fields: ['ownerId'] }],
    lasts: 'always',
    expiresAfterDays: 1,
  },
  // Ids are hashes that do not identify anybody.
  limits: { personal: [], lasts: 'always', expiresAfterDays: 1 },
  requests: { personal: [], lasts: 'always', expiresAfterDays: 1 },
  system: { personal: [], lasts: 'always' },
};
