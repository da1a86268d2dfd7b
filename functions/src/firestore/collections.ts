import { COMMENT_LIMITS } from '@inkwell/shared/comments';
import { IMPORT_LIMITS } from '@inkwell/shared/imports';
import { INVITATION_LIMITS } from '@inkwell/shared/invitations';
import { MAIL_EVENT_DAYS } from '@inkwell/shared/mail';
import { NEWSLETTER_LIMITS } from '@inkwell/shared/newsletter';
import { PERSONAL_DATA_LIMITS } from '@inkwell/shared/personal-data';
import { PREVIEW_DAYS } from '@inkwell/shared/previews';
import { SUBSCRIBER_LIMITS } from '@inkwell/shared/subscribers';
import { TOKEN_LIMITS } from '@inkwell/shared/tokens';
import { WEBHOOK_LIMITS } from '@inkwell/shared/webhooks';

/** The personal data of one person in a document. */
export interface PersonalData {
  /**
   * How the document identifies the person: by the account's id as its own or its parent's id, by the id of one of their posts, by the hash of their
   * address as its own id, or by a field with the account's id, the path of the account's document, the email address, or its hash.
   */
  readonly by:
    | 'id'
    | 'parent'
    | 'post'
    | 'address'
    | { readonly [Kind in 'account' | 'path' | 'email' | 'addressId']?: string };
  /** Paths of fields, also inside lists; `*` for the whole document. */
  readonly fields: readonly string[];
  /**
   * What the deletion of the account does to the data (`personal-data`). `document`: deletes the document. `replaced`: replaces the account's id in
   * `fields` with a salted id, and an adjacent name with "Deleted account". `passed`: replaces the author with the publication. `step`: has its own
   * step, because counters or other people depend on the data.
   */
  readonly erased: 'document' | 'replaced' | 'passed' | 'step';
  /** True if no query finds the person, so that the whole collection is read: in lists of maps, and in fields without an index. */
  readonly isScanned?: boolean;
}

interface Collection {
  /** Empty if there is no personal data. */
  readonly personal: readonly PersonalData[];
  /** Until when the data is stored at most: forever, or until the account or the post is deleted. */
  readonly lasts: 'always' | 'account' | 'post';
  /** The days after which documents with `expireAt` are deleted, by a time-to-live policy and the sweep. */
  readonly expiresAfterDays?: number;
}

/** A row of the table. */
const kept = (
  lasts: Collection['lasts'],
  personal: readonly PersonalData[] = [],
  expiresAfterDays?: number,
): Collection => ({ personal, lasts, ...(expiresAfterDays !== undefined && { expiresAfterDays }) });

/** Whole documents that belong to a person. */
const whole = (by: PersonalData['by'], erased: PersonalData['erased'] = 'document'): PersonalData => ({
  by,
  fields: ['*'],
  erased,
});

/** Fields with the account's id. `fields` is set if personal data is also in other fields. */
const named = (
  account: string,
  erased: PersonalData['erased'] = 'replaced',
  fields: readonly string[] = [account],
): PersonalData => ({ by: { account }, fields, erased });

const scanned = (data: PersonalData): PersonalData => ({ ...data, isScanned: true });

const authored = named('authorIds', 'passed');
const revision = [whole({ account: 'editorId' }, 'replaced'), authored];
const bulkRun = kept('always', [named('ownerId', 'document')], 1);

/**
 * All collections by path without ids, with their personal data and how long it is stored. The copy of a person's data contains the whole documents
 * (`*`) of this table, and the deletion of an account follows `erased`. `collections.test.ts` fails if a collection is missing, and
 * `personal-data.test.ts` if any data of a deleted person is left.
 */
export const COLLECTIONS: Readonly<Record<string, Collection>> = {
  users: kept('account', [whole('id', 'step')]),
  // Only tombstones expire. Drafts of other people may list the person as an author.
  'users/drafts': kept('account', [whole('parent'), authored], 1),
  'users/discardedDrafts': kept('account', [whole('parent'), authored], 30),
  posts: kept('always', [
    whole({ account: 'authorIds' }, 'step'),
    ...['lastEditedBy', 'scheduledBy', 'submittedBy', 'reviewTakenBy'].map((field) => named(field)),
  ]),
  // Written by staff, whose names readers do not see.
  pages: kept('always', [
    whole({ account: 'authorIds' }, 'passed'),
    ...['lastEditedBy', 'scheduledBy'].map((field) => named(field)),
  ]),
  'pages/revisions': kept('always', revision),
  'posts/likes': kept('post', [whole('id', 'step')]),
  sitemapShards: kept('always'),
  'posts/counterShards': kept('post'),
  'posts/revisions': kept('post', revision),
  editing: kept('post', [scanned(named('leases.userId', 'replaced', ['leases']))], 1),
  reviews: kept('post', [scanned(named('steps.actorId', 'replaced', ['steps'])), scanned(named('steps.takenBy'))]),
  notes: kept('post', [whole({ account: 'authorId' }, 'replaced'), named('resolvedBy'), named('people')]),
  comments: kept('post', [whole({ account: 'authorId' }, 'step'), named('replyTo.authorId', 'replaced', ['replyTo'])]),
  removedComments: kept(
    'post',
    [
      scanned(whole({ account: 'comment.authorId' })),
      scanned(named('comment.replyTo.authorId', 'replaced', ['comment.replyTo'])),
    ],
    1,
  ),
  reports: kept('always', [whole({ account: 'reporterId' }), whole({ email: 'email' })], COMMENT_LIMITS.reportKeptDays),
  personalNotifications: kept('account', [
    whole('id'),
    scanned(named('items.comments.authorId', 'replaced', ['items.comments'])),
  ]),
  // Email choices, and the ids of comments that wait for an email.
  personMails: kept('account', [whole('id')]),
  // Other people may follow the account, too.
  following: kept('account', [whole('id'), named('authorIds', 'replaced', ['authorIds', 'items.id'])]),
  reading: kept('account', [whole('id')]),
  bookmarks: kept('account', [whole('id')]),
  pushes: kept('account', [whole('id'), named('writerIds', 'document', ['title', 'writerIds'])], 1),
  // The author's names are among the search words.
  searchIndex: kept('post', [
    { by: 'post', fields: ['tokens', 'keys', 'head', 'authorIds', 'shown.authors'], erased: 'step' },
  ]),
  previews: kept('post', [named('createdBy', 'document')], PREVIEW_DAYS),
  categories: kept('always'),
  authors: kept('always', [whole('id'), named('joinedTo')]),
  tags: kept('always'),
  series: kept('always'),
  addresses: kept('always'),
  counters: kept('always'),
  broadcasts: kept('always', [named('senderId')]),
  // Sums without persons; in shards, until their day is over, hashes of visitors under a salt that is deleted with it.
  traffic: kept('always'),
  trafficShards: kept('always'),
  // The authors of the newest posts, in two documents.
  feeds: kept('always', [scanned(named('items.authorIds'))]),
  mail: kept(
    'always',
    [
      whole({ email: 'to' }),
      // For emails to another spelling of the address.
      { by: { addressId: 'subscriberId' }, fields: ['to', 'subscriberId'], erased: 'document' },
      named('writerIds', 'document', ['message', 'writerIds']),
    ],
    NEWSLETTER_LIMITS.confirmationDays,
  ),
  // The files are in Storage under `my-data/`.
  dataCopies: kept('account', [whole('id')], PERSONAL_DATA_LIMITS.copyDays),
  // Unconfirmed subscriptions, and the records of former subscribers; a hash and the consents of confirmed ones are stored for 3 years.
  subscribers: kept('always', [whole('address'), whole({ account: 'accountId' })], NEWSLETTER_LIMITS.confirmationDays),
  // Includes the rows of the file until they are imported.
  imports: kept('always', [named('createdBy')], IMPORT_LIMITS.keptDays),
  subscriberImports: kept(
    'always',
    [
      named('createdBy'),
      scanned({ by: { email: 'rows.email' }, fields: ['rows'], erased: 'replaced' }),
      scanned({ by: { email: 'refusedRows.email' }, fields: ['refusedRows'], erased: 'replaced' }),
    ],
    SUBSCRIBER_LIMITS.importDays,
  ),
  // For deleted accounts, a salted id of the suppressed address is kept.
  suppressions: kept('always', [{ by: 'address', fields: ['email'], erased: 'step' }]),
  newsletterIssues: kept('always', [
    named('createdBy'),
    { by: { addressId: 'queuedTo' }, fields: ['queuedTo'], erased: 'step' },
  ]),
  tokens: kept('account', [whole({ account: 'ownerId' })], TOKEN_LIMITS.days),
  // Webhooks are not in the copy of a person's data, because they contain their secret.
  webhooks: kept('account', [named('ownerId', 'document')]),
  webhookDeliveries: kept(
    'account',
    [
      named('ownerId', 'document'),
      named('people', 'document', ['body', 'people']),
      { by: { addressId: 'subscriberId' }, fields: ['body', 'subscriberId'], erased: 'document' },
    ],
    WEBHOOK_LIMITS.deliveryDays,
  ),
  invitations: kept(
    'always',
    [whole('address'), whole({ account: 'acceptedBy' }), named('createdBy')],
    INVITATION_LIMITS.days,
  ),
  mailEvents: kept('always', [whole({ addressId: 'addressId' })], MAIL_EVENT_DAYS),
  // For blocked accounts that were deleted. Ids are salted hashes, which identify nobody.
  blockedAddresses: kept('always'),
  pictures: kept('always', [whole({ account: 'ownerId' }, 'step')]),
  audit: kept(
    'always',
    [
      whole({ account: 'actorId' }, 'replaced'),
      named('onBehalfOf'),
      scanned({ by: { path: 'target' }, fields: ['target', 'before', 'after'], erased: 'replaced' }),
      // For invitations.
      { by: { email: 'name' }, fields: ['name'], erased: 'replaced' },
    ],
    365,
  ),
  jobs: kept(
    'always',
    [
      named('createdBy'),
      named('params.userId', 'document', ['params']),
      named('params.actorId', 'document', ['params']),
      named('following.createdBy', 'replaced', ['following']),
      named('following.params.userId', 'document', ['following']),
    ].map(scanned),
    90,
  ),
  bulkRuns: bulkRun,
  bulkRunShards: bulkRun,
  // Ids are hashes that do not identify anybody.
  limits: kept('always', [], 2),
  requests: kept('always', [], 1),
  system: kept('always'),
};
