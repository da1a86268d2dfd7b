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

/** A row of the table. */
const kept = (
  lasts: Collection['lasts'],
  personal: readonly PersonalData[] = [],
  expiresAfterDays?: number,
): Collection => ({ personal, lasts, ...(expiresAfterDays !== undefined && { expiresAfterDays }) });

/** Whole documents of a person. */
const whole = (by: PersonalData['by'], erased: PersonalData['erased'] = 'document'): PersonalData => ({
  by,
  fields: ['*'],
  erased,
});

/** Fields with the account's id; `fields` where they contain more than the field that identifies it. */
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
 * Every collection by its path without ids, with its personal data and how long the data is stored. The copy of somebody's data contains the
 * whole documents (`*`) that it names, and the deletion of an account does what `erased` says; `collections.test.ts` fails if a collection
 * is missing, and `personal-data.test.ts` if anything of a deleted person is left.
 */
export const COLLECTIONS: Readonly<Record<string, Collection>> = {
  users: kept('account', [whole('id', 'step')]),
  // Only tombstones expire. Drafts of others name the person among their authors.
  'users/drafts': kept('account', [whole('parent'), authored], 1),
  'users/discardedDrafts': kept('account', [whole('parent'), authored], 30),
  posts: kept('always', [
    whole({ account: 'authorIds' }, 'step'),
    ...['lastEditedBy', 'scheduledBy', 'submittedBy', 'reviewTakenBy'].map((field) => named(field)),
  ]),
  // Written by staff, who readers do not see.
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
  // What somebody is mailed about; ids of the comments that wait.
  personMails: kept('account', [whole('id')]),
  // Also among what others follow.
  following: kept('account', [whole('id'), named('authorIds', 'replaced', ['authorIds', 'items.id'])]),
  reading: kept('account', [whole('id')]),
  bookmarks: kept('account', [whole('id')]),
  pushes: kept('account', [whole('id'), named('writerIds', 'document', ['title', 'writerIds'])], 1),
  // The author's names are among the words.
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
  // Authors of the newest posts; two documents.
  feeds: kept('always', [scanned(named('items.authorIds'))]),
  mail: kept(
    'always',
    [
      whole({ email: 'to' }),
      // To another spelling of the address.
      { by: { addressId: 'subscriberId' }, fields: ['to', 'subscriberId'], erased: 'document' },
      named('writerIds', 'document', ['message', 'writerIds']),
    ],
    NEWSLETTER_LIMITS.confirmationDays,
  ),
  // The files are in Storage under `my-data/`.
  dataCopies: kept('account', [whole('id')], PERSONAL_DATA_LIMITS.copyDays),
  // Unconfirmed subscriptions, and the remains of ended ones; a hash and the consents of those who had confirmed stay for 3 years.
  subscribers: kept('always', [whole('address'), whole({ account: 'accountId' })], NEWSLETTER_LIMITS.confirmationDays),
  // With the rows of the file until they are imported.
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
  // A salted id stays of the suppressed addresses of deleted accounts.
  suppressions: kept('always', [{ by: 'address', fields: ['email'], erased: 'step' }]),
  newsletterIssues: kept('always', [
    named('createdBy'),
    { by: { addressId: 'queuedTo' }, fields: ['queuedTo'], erased: 'step' },
  ]),
  invitations: kept(
    'always',
    [whole('address'), whole({ account: 'acceptedBy' }), named('createdBy')],
    INVITATION_LIMITS.days,
  ),
  mailEvents: kept('always', [whole({ addressId: 'addressId' })], MAIL_EVENT_DAYS),
  // Of blocked accounts that were deleted; ids are salted hashes, which identify nobody.
  blockedAddresses: kept('always'),
  pictures: kept('always', [whole({ account: 'ownerId' }, 'step')]),
  audit: kept(
    'always',
    [
      whole({ account: 'actorId' }, 'replaced'),
      named('onBehalfOf'),
      scanned({ by: { path: 'target' }, fields: ['target', 'before', 'after'], erased: 'replaced' }),
      // Of invitations.
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
