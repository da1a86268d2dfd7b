import { COMMENT_LIMITS } from '@inkwell/shared/comments';
import { IMPORT_LIMITS } from '@inkwell/shared/imports';
import { INVITATION_LIMITS } from '@inkwell/shared/invitations';
import { MAIL_EVENT_DAYS } from '@inkwell/shared/mail';
import { NEWSLETTER_LIMITS } from '@inkwell/shared/newsletter';
import { PERSONAL_DATA_LIMITS } from '@inkwell/shared/personal-data';
import { PREVIEW_DAYS } from '@inkwell/shared/previews';
import { SUBSCRIBER_LIMITS } from '@inkwell/shared/subscribers';

/** The personal data of one person in a document. */
export interface PersonalData {
  /**
   * How the document identifies the person: by the account's id as its own id or as that of its parent, by the id of one of their posts, or
   * by the hash of their address as its own id, or by a field with the account's id, the path of the account's document, the e-mail address, or
   * its hash.
   */
  readonly by:
    | 'id'
    | 'parent'
    | 'post'
    | 'address'
    | { readonly [Kind in 'account' | 'path' | 'email' | 'addressId']?: string };
  /** Paths of fields, also in lists; `*` for the whole document. */
  readonly fields: readonly string[];
  /**
   * What the deletion of the account does to it (`personal-data`): the document goes; a salted id takes the place of the account's id in
   * `fields`, and "Deleted account" that of a name beside it; the publication takes its place among authors; or a step of its own does more,
   * because counters or other people depend on it.
   */
  readonly erased: 'document' | 'replaced' | 'passed' | 'step';
  /** True where no query finds the person, so that every document of the collection is read: in lists of maps, and in fields without an index. */
  readonly isScanned?: boolean;
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
 * Every collection by its path without ids, with its personal data and how long the data is stored. The copy of somebody's data contains the
 * whole documents (`*`) that it names, and the deletion of an account does what `erased` says; `collections.test.ts` fails if a collection
 * is missing, and `personal-data.test.ts` if anything of a deleted person is left.
 */
export const COLLECTIONS: Readonly<Record<string, Collection>> = {
  users: { personal: [{ by: 'id', fields: all, erased: 'step' }], lasts: 'account' },
  // Only tombstones expire.
  'users/drafts': {
    personal: [
      { by: 'parent', fields: all, erased: 'document' },
      // In drafts of others.
      { by: { account: 'authorIds' }, fields: ['authorIds'], erased: 'passed' },
    ],
    lasts: 'account',
    expiresAfterDays: 1,
  },
  'users/discardedDrafts': {
    personal: [
      { by: 'parent', fields: all, erased: 'document' },
      { by: { account: 'authorIds' }, fields: ['authorIds'], erased: 'passed' },
    ],
    lasts: 'account',
    expiresAfterDays: 30,
  },
  posts: {
    personal: [
      { by: { account: 'authorIds' }, fields: all, erased: 'step' },
      { by: { account: 'lastEditedBy' }, fields: ['lastEditedBy'], erased: 'replaced' },
      { by: { account: 'scheduledBy' }, fields: ['scheduledBy'], erased: 'replaced' },
      { by: { account: 'submittedBy' }, fields: ['submittedBy'], erased: 'replaced' },
      { by: { account: 'reviewTakenBy' }, fields: ['reviewTakenBy'], erased: 'replaced' },
    ],
    lasts: 'always',
  },
  // Written by staff, who readers do not see.
  pages: {
    personal: [
      { by: { account: 'authorIds' }, fields: all, erased: 'passed' },
      { by: { account: 'lastEditedBy' }, fields: ['lastEditedBy'], erased: 'replaced' },
      { by: { account: 'scheduledBy' }, fields: ['scheduledBy'], erased: 'replaced' },
    ],
    lasts: 'always',
  },
  'pages/revisions': {
    personal: [
      { by: { account: 'editorId' }, fields: all, erased: 'replaced' },
      { by: { account: 'authorIds' }, fields: ['authorIds'], erased: 'passed' },
    ],
    lasts: 'always',
  },
  'posts/likes': { personal: [{ by: 'id', fields: all, erased: 'step' }], lasts: 'post' },
  sitemapShards: { personal: [], lasts: 'always' },
  'posts/counterShards': { personal: [], lasts: 'post' },
  'posts/revisions': {
    personal: [
      { by: { account: 'editorId' }, fields: all, erased: 'replaced' },
      { by: { account: 'authorIds' }, fields: ['authorIds'], erased: 'passed' },
    ],
    lasts: 'post',
  },
  editing: {
    personal: [{ by: { account: 'leases.userId' }, fields: ['leases'], erased: 'replaced', isScanned: true }],
    lasts: 'post',
    expiresAfterDays: 1,
  },
  reviews: {
    personal: [
      { by: { account: 'steps.actorId' }, fields: ['steps'], erased: 'replaced', isScanned: true },
      { by: { account: 'steps.takenBy' }, fields: ['steps.takenBy'], erased: 'replaced', isScanned: true },
    ],
    lasts: 'post',
  },
  notes: {
    personal: [
      { by: { account: 'authorId' }, fields: all, erased: 'replaced' },
      { by: { account: 'resolvedBy' }, fields: ['resolvedBy'], erased: 'replaced' },
      { by: { account: 'people' }, fields: ['people'], erased: 'replaced' },
    ],
    lasts: 'post',
  },
  comments: {
    personal: [
      { by: { account: 'authorId' }, fields: all, erased: 'step' },
      { by: { account: 'replyTo.authorId' }, fields: ['replyTo'], erased: 'replaced' },
    ],
    lasts: 'post',
  },
  removedComments: {
    personal: [
      { by: { account: 'comment.authorId' }, fields: all, erased: 'document', isScanned: true },
      { by: { account: 'comment.replyTo.authorId' }, fields: ['comment.replyTo'], erased: 'replaced', isScanned: true },
    ],
    lasts: 'post',
    expiresAfterDays: 1,
  },
  reports: {
    personal: [
      { by: { account: 'reporterId' }, fields: all, erased: 'document' },
      { by: { email: 'email' }, fields: all, erased: 'document' },
    ],
    lasts: 'always',
    expiresAfterDays: COMMENT_LIMITS.reportKeptDays,
  },
  personalNotifications: {
    personal: [
      { by: 'id', fields: all, erased: 'document' },
      { by: { account: 'items.comments.authorId' }, fields: ['items.comments'], erased: 'replaced', isScanned: true },
    ],
    lasts: 'account',
  },
  // What somebody is mailed about; ids of the comments that wait.
  personMails: { personal: [{ by: 'id', fields: all, erased: 'document' }], lasts: 'account' },
  following: {
    personal: [
      { by: 'id', fields: all, erased: 'document' },
      // Among what others follow.
      { by: { account: 'authorIds' }, fields: ['authorIds', 'items.id'], erased: 'replaced' },
    ],
    lasts: 'account',
  },
  reading: { personal: [{ by: 'id', fields: all, erased: 'document' }], lasts: 'account' },
  bookmarks: { personal: [{ by: 'id', fields: all, erased: 'document' }], lasts: 'account' },
  pushes: {
    personal: [
      { by: 'id', fields: all, erased: 'document' },
      { by: { account: 'writerIds' }, fields: ['title', 'writerIds'], erased: 'document' },
    ],
    lasts: 'account',
    expiresAfterDays: 1,
  },
  // The author's names are among the words.
  searchIndex: {
    personal: [{ by: 'post', fields: ['tokens', 'keys', 'head', 'authorIds', 'shown.authors'], erased: 'step' }],
    lasts: 'post',
  },
  previews: {
    personal: [{ by: { account: 'createdBy' }, fields: ['createdBy'], erased: 'document' }],
    lasts: 'post',
    expiresAfterDays: PREVIEW_DAYS,
  },
  categories: { personal: [], lasts: 'always' },
  authors: {
    personal: [
      { by: 'id', fields: all, erased: 'document' },
      { by: { account: 'joinedTo' }, fields: ['joinedTo'], erased: 'replaced' },
    ],
    lasts: 'always',
  },
  tags: { personal: [], lasts: 'always' },
  series: { personal: [], lasts: 'always' },
  addresses: { personal: [], lasts: 'always' },
  counters: { personal: [], lasts: 'always' },
  broadcasts: {
    personal: [{ by: { account: 'senderId' }, fields: ['senderId'], erased: 'replaced' }],
    lasts: 'always',
  },
  // Authors of the newest posts; two documents.
  feeds: {
    personal: [
      { by: { account: 'items.authorIds' }, fields: ['items.authorIds'], erased: 'replaced', isScanned: true },
    ],
    lasts: 'always',
  },
  mail: {
    personal: [
      { by: { email: 'to' }, fields: all, erased: 'document' },
      // To another spelling of the address.
      { by: { addressId: 'subscriberId' }, fields: ['to', 'subscriberId'], erased: 'document' },
      { by: { account: 'writerIds' }, fields: ['message', 'writerIds'], erased: 'document' },
    ],
    lasts: 'always',
    expiresAfterDays: NEWSLETTER_LIMITS.confirmationDays,
  },
  // The files are in Storage under `my-data/`.
  dataCopies: {
    personal: [{ by: 'id', fields: ['*'], erased: 'document' }],
    lasts: 'account',
    expiresAfterDays: PERSONAL_DATA_LIMITS.copyDays,
  },
  // Unconfirmed subscriptions, and the remains of ended ones; a hash and the consents of those who had confirmed stay for 3 years.
  subscribers: {
    personal: [
      { by: 'address', fields: all, erased: 'document' },
      { by: { account: 'accountId' }, fields: all, erased: 'document' },
    ],
    lasts: 'always',
    expiresAfterDays: NEWSLETTER_LIMITS.confirmationDays,
  },
  // With the rows of the file until they are imported.
  imports: {
    personal: [{ by: { account: 'createdBy' }, fields: ['createdBy'], erased: 'replaced' }],
    lasts: 'always',
    expiresAfterDays: IMPORT_LIMITS.keptDays,
  },
  subscriberImports: {
    personal: [
      { by: { account: 'createdBy' }, fields: ['createdBy'], erased: 'replaced' },
      { by: { email: 'rows.email' }, fields: ['rows'], erased: 'replaced', isScanned: true },
      { by: { email: 'refusedRows.email' }, fields: ['refusedRows'], erased: 'replaced', isScanned: true },
    ],
    lasts: 'always',
    expiresAfterDays: SUBSCRIBER_LIMITS.importDays,
  },
  // A salted id stays of the suppressed addresses of deleted accounts.
  suppressions: { personal: [{ by: 'address', fields: ['email'], erased: 'step' }], lasts: 'always' },
  newsletterIssues: {
    personal: [
      { by: { account: 'createdBy' }, fields: ['createdBy'], erased: 'replaced' },
      { by: { addressId: 'queuedTo' }, fields: ['queuedTo'], erased: 'step' },
    ],
    lasts: 'always',
  },
  invitations: {
    personal: [
      { by: 'address', fields: all, erased: 'document' },
      { by: { account: 'acceptedBy' }, fields: all, erased: 'document' },
      { by: { account: 'createdBy' }, fields: ['createdBy'], erased: 'replaced' },
    ],
    lasts: 'always',
    expiresAfterDays: INVITATION_LIMITS.days,
  },
  mailEvents: {
    personal: [{ by: { addressId: 'addressId' }, fields: all, erased: 'document' }],
    lasts: 'always',
    expiresAfterDays: MAIL_EVENT_DAYS,
  },
  // Of blocked accounts that were deleted; ids are salted hashes, which identify nobody.
  blockedAddresses: { personal: [], lasts: 'always' },
  pictures: { personal: [{ by: { account: 'ownerId' }, fields: all, erased: 'step' }], lasts: 'always' },
  audit: {
    personal: [
      { by: { account: 'actorId' }, fields: all, erased: 'replaced' },
      { by: { account: 'onBehalfOf' }, fields: ['onBehalfOf'], erased: 'replaced' },
      { by: { path: 'target' }, fields: ['target', 'before', 'after'], erased: 'replaced', isScanned: true },
      // Of invitations.
      { by: { email: 'name' }, fields: ['name'], erased: 'replaced' },
    ],
    lasts: 'always',
    expiresAfterDays: 365,
  },
  jobs: {
    personal: [
      { by: { account: 'createdBy' }, fields: ['createdBy'], erased: 'replaced', isScanned: true },
      { by: { account: 'params.userId' }, fields: ['params'], erased: 'document', isScanned: true },
      { by: { account: 'params.actorId' }, fields: ['params'], erased: 'document', isScanned: true },
      { by: { account: 'following.createdBy' }, fields: ['following'], erased: 'replaced', isScanned: true },
      { by: { account: 'following.params.userId' }, fields: ['following'], erased: 'document', isScanned: true },
    ],
    lasts: 'always',
    expiresAfterDays: 90,
  },
  bulkRuns: {
    personal: [{ by: { account: 'ownerId' }, fields: ['ownerId'], erased: 'document' }],
    lasts: 'always',
    expiresAfterDays: 1,
  },
  bulkRunShards: {
    personal: [{ by: { account: 'ownerId' }, fields: ['ownerId'], erased: 'document' }],
    lasts: 'always',
    expiresAfterDays: 1,
  },
  // Ids are hashes that do not identify anybody.
  limits: { personal: [], lasts: 'always', expiresAfterDays: 2 },
  requests: { personal: [], lasts: 'always', expiresAfterDays: 1 },
  system: { personal: [], lasts: 'always' },
};
