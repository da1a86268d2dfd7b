import { api as contract } from '@inkwell/shared/api';
import type { EndpointDefinition } from '@inkwell/shared/endpoint';
import { beforeAll, expect, it } from 'vitest';
import { send } from './testing/api.ts';
import { clock, db, resetFirestore } from './testing/server.ts';
import { signIn, type TestUser } from './testing/users.ts';

/*
 * Who may make which call, through HTTP. A call without an entry does not compile. What a caller may do with one record is tested in
 * `posts/rights-matrix.test.ts`, `moderation/matrix.test.ts` and next to each service.
 */

const CALLERS = ['visitor', 'reader', 'contributor', 'author', 'moderator', 'admin', 'blocked', 'leaving'] as const;
type Caller = (typeof CALLERS)[number];

/** The refusals for the callers, in order; 0 if the caller may make the call. The blocked and the leaving account are admins. */
type Row = readonly number[];
const everybody: Row = [0, 0, 0, 0, 0, 0, 403, 403];
const account: Row = [401, 0, 0, 0, 0, 0, 403, 403];
const writer: Row = [401, 403, 0, 0, 0, 0, 403, 403];
const staff: Row = [401, 403, 403, 403, 0, 0, 403, 403];
const admin: Row = [401, 403, 403, 403, 403, 0, 403, 403];
/** Also for leaving accounts. */
const leaver: Row = [401, 0, 0, 0, 0, 0, 403, 0];
/** With its own credentials instead of an account's. */
const provider: Row = [0, 0, 0, 0, 0, 0, 0, 0];

const RIGHTS = {
  session: { login: everybody, caller: admin },
  posts: {
    list: everybody,
    popular: everybody,
    search: everybody,
    byId: everybody,
    similar: everybody,
    create: writer,
    update: writer,
    remove: writer,
    undelete: writer,
    trash: writer,
    view: everybody,
    likeStatus: account,
    like: account,
    authors: staff,
    adminList: staff,
  },
  search: { find: everybody, suggestions: everybody },
  ownPosts: { list: writer, comments: writer },
  pushedPosts: { list: writer },
  bulkActions: { posts: staff, begin: staff, run: staff, changeRun: staff },
  calendar: { calendar: staff },
  previews: { state: writer, create: writer, remove: writer },
  drafts: {
    list: account,
    byKey: account,
    put: writer,
    patch: writer,
    remove: account,
    discarded: account,
    discardedById: account,
    discard: account,
    removeDiscarded: account,
  },
  redirects: { list: admin, patterns: admin, create: admin, importRows: admin, change: admin, remove: admin },
  mail: {
    standing: admin,
    sender: admin,
    suppressions: admin,
    suppress: admin,
    free: admin,
    sesEvents: everybody,
    postmarkEvents: provider,
  },
  menu: { read: everybody },
  sitePages: {
    bySlug: everybody,
    list: staff,
    byId: staff,
    slugState: staff,
    create: staff,
    update: staff,
    remove: staff,
    undelete: staff,
  },
  sitePageRevisions: { list: staff, byId: staff, restore: staff },
  sitePagePreviews: { state: staff, create: staff, remove: staff },
  sitePageEditing: { begin: staff, end: staff },
  revisions: { list: writer, byId: writer, restore: writer },
  editing: { begin: writer, end: writer },
  reviews: { state: writer, submit: writer, take: staff, return: staff, withdraw: writer, list: staff },
  notes: { list: writer, create: writer, change: writer, remove: writer },
  comments: {
    list: everybody,
    create: account,
    access: account,
    thread: everybody,
    answers: everybody,
    edit: account,
    remove: account,
    restore: account,
    report: account,
    legalReport: everybody,
    changeSubscription: account,
  },
  moderation: {
    list: staff,
    queue: staff,
    byId: staff,
    change: staff,
    changeMany: staff,
    hideAllOf: staff,
    showAllOf: staff,
    postAccess: staff,
    changePostAccess: staff,
  },
  settings: { read: admin, change: admin },
  categories: {
    list: everybody,
    create: staff,
    byId: everybody,
    adminList: staff,
    update: staff,
    order: staff,
    remove: staff,
    merge: admin,
  },
  tags: {
    list: everybody,
    bySlug: everybody,
    adminList: writer,
    byIds: writer,
    create: writer,
    update: staff,
    remove: staff,
    merge: admin,
  },
  series: {
    list: everybody,
    bySlug: everybody,
    adminList: staff,
    byId: staff,
    create: staff,
    update: staff,
    remove: staff,
    posts: staff,
    order: staff,
    move: staff,
  },
  authors: {
    byId: everybody,
    adminList: staff,
    choices: staff,
    named: staff,
    create: staff,
    update: staff,
    remove: staff,
    join: admin,
  },
  users: {
    current: account,
    updateProfile: account,
    count: everybody,
    list: admin,
    block: admin,
    unblock: admin,
    changeRole: admin,
    changeWriting: admin,
  },
  personalData: { copy: account, makeCopy: account, leave: leaver, keep: leaver, privacyPage: admin, remove: admin },
  tokens: { list: writer, create: writer, remove: writer },
  webhooks: {
    list: admin,
    create: admin,
    update: admin,
    remove: admin,
    test: admin,
    deliveries: admin,
    send: admin,
  },
  invitations: { list: admin, create: admin, remove: admin, open: everybody, accept: account },
  notifications: {
    list: account,
    markRead: account,
    markAllRead: account,
    choices: account,
    changeChoices: account,
    broadcast: admin,
    broadcasts: admin,
  },
  bookmarks: { list: account, saved: account, save: account, remove: account, putList: account, removeList: account },
  following: { list: account, posts: account, status: account, follow: account, unfollow: account, look: account },
  reading: { places: account, posts: account, note: account },
  personMails: { choices: account, changeChoices: account, stop: everybody, stopLink: everybody },
  newsletter: {
    subscribe: everybody,
    confirm: everybody,
    unsubscribe: everybody,
    unsubscribeLink: everybody,
    subscribers: admin,
  },
  subscribers: {
    openChoices: everybody,
    changeChoices: everybody,
    own: account,
    changeOwn: account,
    search: admin,
    growth: admin,
    remove: admin,
    importPart: admin,
    beginImport: admin,
    importState: admin,
  },
  newsletterIssues: {
    list: admin,
    create: admin,
    read: admin,
    change: admin,
    remove: admin,
    test: admin,
    send: admin,
    pause: admin,
    resume: admin,
    cancel: admin,
    archive: admin,
    mails: admin,
    decide: admin,
    audience: admin,
    preview: admin,
    postText: admin,
  },
  newsletterArchive: { list: everybody, bySlug: everybody },
  storage: {
    upload: writer,
    uploadFromAddress: writer,
    ownPictures: writer,
    pictureSlot: account,
    status: admin,
    migrate: admin,
  },
  pictureLibrary: { list: writer, describe: writer, remove: writer },
  analytics: { stats: everybody, analytics: staff },
  traffic: {
    traffic: writer,
    post: writer,
    issue: staff,
    now: staff,
    won: staff,
    speed: staff,
    end: everybody,
    click: everybody,
  },
  activity: { people: admin, list: admin },
  imports: {
    upload: admin,
    create: admin,
    list: admin,
    state: admin,
    report: admin,
    start: admin,
    pause: admin,
    cancel: admin,
  },
  exports: { state: admin, create: admin },
  jobs: { list: admin, retry: admin },
} as const satisfies {
  readonly [A in keyof typeof contract]: { readonly [C in keyof (typeof contract)[A]]: Row };
};

const users = new Map<Caller, TestUser>();

beforeAll(async () => {
  await resetFirestore();
  users.set('reader', await signIn());
  users.set('contributor', await signIn({ writing: 'contributor' }));
  users.set('author', await signIn({ writing: 'author' }));
  users.set('moderator', await signIn({ role: 'moderator' }));
  users.set('admin', await signIn({ role: 'admin' }));
  users.set('blocked', await signIn({ role: 'admin', isBlocked: true }));
  const leaving = await signIn({ role: 'admin', isBlocked: true });
  users.set('leaving', leaving);
  const leave = { key: 'k', requestedAt: clock.now(), at: clock.now(), comments: 'keep', wasBlocked: false };
  await db.doc(`users/${leaving.id}`).update({ leaving: leave });
});

/** Refused with 400 after the permission checks, before anything is read or written. */
const UNUSABLE = { 'idempotency-key': 'x'.repeat(129) };

const calls = Object.entries(contract).flatMap(([area, definitions]) =>
  Object.entries(definitions).map(([name, definition]): [string, EndpointDefinition, Row] => {
    const rows: Readonly<Record<string, Row>> = RIGHTS[area as keyof typeof RIGHTS];
    return [`${area}.${name}`, definition, rows[name] ?? []];
  }),
);

/** Makes a call as these people. */
const walk = async (callers: readonly Caller[], { method, path }: EndpointDefinition, row: Row) => {
  const address = path.replace(/:\w+/g, 'unknown');
  const refusals = await Promise.all(
    callers.map(async (caller) => {
      const { status, writes } = await send(method, address, { user: users.get(caller), headers: UNUSABLE });
      // Otherwise the call reached its parameters, its limit or the key.
      if (status !== 401 && status !== 403) expect([400, 404, 429]).toContain(status);
      else expect(writes).toBe(0);
      return [caller, status === 401 || status === 403 ? status : 0];
    }),
  );

  expect(refusals).toEqual(callers.map((caller) => [caller, row[CALLERS.indexOf(caller)]]));
};

it.each(calls)('%s is refused to the others, and writes nothing for them', (_, call, row) =>
  walk(['visitor', 'reader', 'author', 'moderator', 'admin'], call, row),
);

it.each(calls)(
  '%s is refused to blocked accounts, and to contributors like authors',
  { tags: 'thorough' },
  (_, call, row) => walk(['contributor', 'blocked', 'leaving'], call, row),
);
