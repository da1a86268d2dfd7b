import { COMMENT_LIMITS } from '@inkwell/shared/comments';
import { NEWSLETTER_LIMITS } from '@inkwell/shared/newsletter';
import { PREVIEW_DAYS } from '@inkwell/shared/previews';

/** Data of one person in a document. */
interface PersonalData {
  /**
   * How the document names the person: its own id or that of the document above it is the account's, its id is that of a post by them, or a
   * field has the account's id, the path of the account's document, or the person's e-mail address.
   */
  readonly by: 'id' | 'parent' | 'post' | { readonly [Kind in 'account' | 'path' | 'email']?: string };
  /** Paths of fields, through lists too; `*` for the whole document. */
  readonly fields: readonly string[];
}

interface Collection {
  /** What of a person a document holds; empty for nothing. */
  readonly personal: readonly PersonalData[];
  /** With what it goes at the latest. */
  readonly lasts: 'always' | 'account' | 'post';
  /** After how many days documents with an `expireAt` go, where some have one: a time-to-live policy deletes them, and the sweep. */
  readonly expiresAfterDays?: number;
}

const all = ['*'];

/**
 * Every collection, by its path without ids: what of a person it holds, and for how long. Whatever exports or deletes the data of a person goes
 * by this table; `collections.test.ts` fails while a collection is missing.
 */
export const COLLECTIONS: Readonly<Record<string, Collection>> = {
  users: { personal: [{ by: 'id', fields: all }], lasts: 'account' },
  // Tombstones expire, drafts do not.
  'users/drafts': { personal: [{ by: 'parent', fields: all }], lasts: 'account', expiresAfterDays: 1 },
  'users/discardedDrafts': { personal: [{ by: 'parent', fields: all }], lasts: 'account', expiresAfterDays: 30 },
  posts: {
    personal: [
      { by: { account: 'authorId' }, fields: all },
      { by: { account: 'lastEditedBy' }, fields: ['lastEditedBy'] },
      { by: { account: 'scheduledBy' }, fields: ['scheduledBy'] },
    ],
    lasts: 'always',
  },
  'posts/likes': { personal: [{ by: 'id', fields: all }], lasts: 'post' },
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
  // The author's names are among the words.
  searchIndex: { personal: [{ by: 'post', fields: ['tokens', 'head'] }], lasts: 'post' },
  previews: {
    personal: [{ by: { account: 'createdBy' }, fields: ['createdBy'] }],
    lasts: 'post',
    expiresAfterDays: PREVIEW_DAYS,
  },
  categories: { personal: [], lasts: 'always' },
  counters: { personal: [], lasts: 'always' },
  broadcasts: { personal: [{ by: { account: 'senderId' }, fields: ['senderId'] }], lasts: 'always' },
  feeds: { personal: [], lasts: 'always' },
  // Subscriptions that were not confirmed, and what is left of ended ones.
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
    ],
    lasts: 'always',
    expiresAfterDays: 90,
  },
  // Ids are hashes, from which nobody is told.
  limits: { personal: [], lasts: 'always', expiresAfterDays: 1 },
  requests: { personal: [], lasts: 'always', expiresAfterDays: 1 },
  system: { personal: [], lasts: 'always' },
};
