import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One line of the tables in the rules files: who requests what, and whether it is allowed. */
export interface RulesCase {
  name: string;
  permit: boolean;
}

/** The actors of both tables. `stranger` is signed in but has no document in Firestore yet. */
export const ACTORS = ['visitor', 'stranger', 'reader', 'contributor', 'blocked', 'moderator', 'admin'] as const;
export type Actor = (typeof ACTORS)[number];

export const uidOf = (actor: Actor): string | null => (actor === 'visitor' ? null : `${actor}-uid`);

/** The last upload permission of an account, of either kind: an object's name without its folder, and the remaining time. */
export interface Slot {
  of: 'images' | 'imports';
  name: string;
  validMs: number;
}

export interface UserRecord {
  role: string;
  writing: string;
  isBlocked: boolean;
  pictureSlot?: { name: string; untilMs: number };
  importSlot?: { id: string; untilMs: number };
}

/** The actor's document as stored by the API, or null. */
export function recordOf(actor: Actor, slot: Slot | null = null, now = new Date()): UserRecord | null {
  if (actor === 'visitor' || actor === 'stranger') return null;
  return {
    role: actor === 'moderator' || actor === 'admin' ? actor : 'user',
    writing: actor === 'contributor' ? actor : 'none',
    isBlocked: actor === 'blocked',
    ...(slot?.of === 'images' && { pictureSlot: { name: slot.name, untilMs: now.getTime() + slot.validMs } }),
    ...(slot?.of === 'imports' && { importSlot: { id: slot.name, untilMs: now.getTime() + slot.validMs } }),
  };
}

export const FIRESTORE_METHODS = ['get', 'list', 'create', 'update', 'delete'] as const;

/** A document in every collection of the product, and one in an unknown collection. */
export const DOCUMENTS = [
  'users/reader-uid',
  'users/reader-uid/drafts/p1',
  'users/reader-uid/discardedDrafts/d1',
  'posts/p1',
  'posts/p1/likes/reader-uid',
  'posts/p1/counterShards/t1',
  'traffic/p1_2026-11',
  'trafficShards/2026-11-10_0',
  'posts/p1/revisions/1767225600000',
  'editing/p1',
  'reviews/p1',
  'notes/n1',
  'comments/c1',
  'removedComments/c1',
  'reports/r1',
  'personalNotifications/reader-uid',
  'pushes/reader-uid',
  'bookmarks/reader-uid',
  'following/reader-uid',
  'reading/reader-uid',
  'dataCopies/reader-uid',
  'blockedAddresses/b1',
  'categories/1',
  'counters/categories',
  'pages/p1',
  'newsletterIssues/i1',
  'pages/p1/revisions/1767225600000',
  'tags/t1',
  'series/s1',
  'authors/guest-a1',
  'addresses/a1',
  'requests/r1',
  'searchIndex/p1',
  'sitemapShards/2026-11-001',
  'broadcasts/b1',
  'feeds/broadcasts',
  'subscribers/s1',
  'imports/i1',
  'subscriberImports/i1',
  'personMails/alice',
  'tokens/t1',
  'webhooks/w1',
  'webhookDeliveries/d1',
  'invitations/i1',
  'mail/m1',
  'mailEvents/m1',
  'suppressions/s1',
  'audit/a1',
  'limits/l1',
  'pictures/1767225600000-portrait.png',
  'system/imageMigration',
  'jobs/schema-2',
  'previews/p1',
  'bulkRuns/r1',
  'bulkRunShards/r1-0',
  'unknown/u1',
] as const;

const MEGABYTE = 1024 * 1024;
export const NAME = '1767225600000-portrait.png';

/** An upload in the browser's format. Tests change one property at a time. */
export interface Upload {
  path: string;
  contentType: string;
  size: number;
  /** Absent if the file has no content encoding. */
  contentEncoding?: string | null;
  /** Custom metadata. */
  metadata: Record<string, string>;
}

export interface StorageCase extends RulesCase {
  actor: Actor;
  method: 'get' | 'list' | 'create' | 'update' | 'delete';
  upload: Upload;
  /** Whether the path already has an object. */
  exists: boolean;
  /** The last permission in the actor's document; null if there never was one. */
  slot: Slot | null;
}

const MINUTE = 60_000;
const GOOD: Omit<Upload, 'metadata'> = { path: `images/${NAME}`, contentType: 'image/png', size: 1000 };

function storageCase(
  actor: Actor,
  method: StorageCase['method'],
  permit: boolean,
  change: { why?: string; exists?: boolean; slot?: Slot | null } & Partial<Upload> = {},
): StorageCase {
  const { why, exists = method !== 'create', slot, ...upload } = change;
  const metadata = { owner: uidOf(actor) ?? 'nobody' };
  // The slot fits the requested object by default, so that each line is refused only for its own reason.
  const path = upload.path ?? GOOD.path;
  const of = path.startsWith('imports/') ? 'imports' : 'images';
  const fitting: Slot = { of, name: path.replace(/^.*\//, ''), validMs: MINUTE };
  return {
    name: `${actor}: ${method} ${why ?? 'images/{name}'}`,
    actor,
    method,
    permit,
    exists,
    upload: { ...GOOD, metadata, ...upload },
    slot: slot === undefined ? fitting : slot,
  };
}

const pictureSlot = (name: string, validMs = MINUTE): Slot => ({ of: 'images', name, validMs });
const importSlot = (name: string, validMs = MINUTE): Slot => ({ of: 'imports', name, validMs });

export const UPLOAD_ID = 'Up-load_1';
/** A file of an import, by default below the actor's own id. */
const importCase = (
  actor: Actor,
  method: StorageCase['method'],
  permit: boolean,
  change: Parameters<typeof storageCase>[3] & { why?: string } = {},
): StorageCase =>
  storageCase(actor, method, permit, {
    path: `imports/${uidOf(actor) ?? 'nobody'}/${UPLOAD_ID}`,
    contentType: 'application/octet-stream',
    metadata: {},
    ...change,
    why: `imports/{uid}/{id} ${change.why ?? ''}`.trim(),
  });

const withName = (name: string) => ({ path: `images/${name}` });
const TIME = '1767225600000';

/** The table of storage.rules: each allowed request with similar denied ones. */
export const STORAGE_CASES: readonly StorageCase[] = [
  ...ACTORS.flatMap((actor) => [
    storageCase(actor, 'get', true),
    storageCase(actor, 'get', true, { why: 'a picture that does not exist', exists: false }),
    storageCase(actor, 'list', false),
    storageCase(actor, 'list', false, { why: 'images', path: 'images', exists: false }),
    storageCase(actor, 'list', false, { why: 'by a prefix that equals a name', exists: false }),
    storageCase(actor, 'create', ['reader', 'contributor', 'moderator', 'admin'].includes(actor)),
    storageCase(actor, 'create', false, { why: 'over an existing object', exists: true }),
    storageCase(actor, 'update', false),
    storageCase(actor, 'update', false, { why: 'a picture that does not exist', exists: false }),
    storageCase(actor, 'delete', false),
    storageCase(actor, 'delete', false, { why: 'a picture that does not exist', exists: false }),
    storageCase(actor, 'get', false, { why: 'in another folder', path: `private/${NAME}` }),
    storageCase(actor, 'create', false, { why: 'in another folder', path: `private/${NAME}` }),
  ]),
  storageCase('reader', 'get', false, { why: 'at the top', path: NAME }),
  storageCase('reader', 'create', false, { why: 'at the top', path: NAME }),
  storageCase('reader', 'get', false, { why: 'in a folder of images', path: `images/old/${NAME}` }),
  storageCase('reader', 'create', false, { why: 'in a folder of images', path: `images/${TIME}-a/${NAME}` }),
  storageCase('reader', 'create', false, { why: 'for somebody else', metadata: { owner: 'admin-uid' } }),
  storageCase('reader', 'create', false, { why: 'for nobody', metadata: {} }),
  storageCase('reader', 'create', true, { why: 'with more metadata', metadata: { owner: 'reader-uid', alt: 'me' } }),
  ...['image/png', 'image/jpeg', 'image/webp', 'image/gif'].map((contentType) =>
    storageCase('reader', 'create', true, { why: `as ${contentType}`, contentType }),
  ),
  ...[
    'image/svg+xml',
    'image/png2',
    'image/',
    'ximage/png',
    'text/html',
    'image/png; charset=utf-8',
    'IMAGE/PNG',
    '',
  ].map((contentType) => storageCase('reader', 'create', false, { why: `as '${contentType}'`, contentType })),
  ...[null, '', 'identity'].map((contentEncoding) =>
    storageCase('reader', 'create', true, { why: `encoded as '${contentEncoding}'`, contentEncoding }),
  ),
  ...['gzip', 'GZIP', 'br', 'identity, gzip', 'x'].map((contentEncoding) =>
    storageCase('reader', 'create', false, { why: `encoded as '${contentEncoding}'`, contentEncoding }),
  ),
  storageCase('reader', 'create', true, { why: 'of one byte', size: 1 }),
  storageCase('reader', 'create', false, { why: 'of no bytes', size: 0 }),
  storageCase('reader', 'create', true, { why: 'of one byte less than 5 MB', size: 5 * MEGABYTE - 1 }),
  storageCase('reader', 'create', false, { why: 'of 5 MB', size: 5 * MEGABYTE }),
  storageCase('reader', 'create', true, { why: 'with a long name', ...withName(`${TIME}-${'n'.repeat(200)}`) }),
  storageCase('reader', 'create', true, { why: 'with a name of one letter', ...withName(`${TIME}-n`) }),
  storageCase('reader', 'create', true, { why: 'with an accent', ...withName(`${TIME}-été à Genève (2).png`) }),
  storageCase('reader', 'create', false, {
    why: 'with a name that is too long',
    ...withName(`${TIME}-${'n'.repeat(201)}`),
  }),
  storageCase('reader', 'create', false, { why: 'with a line break in the name', ...withName(`${TIME}-a\nb`) }),
  storageCase('reader', 'create', false, { why: 'without a name', ...withName(`${TIME}-`) }),
  storageCase('reader', 'create', false, { why: 'without a time', ...withName('portrait.png') }),
  storageCase('reader', 'create', false, { why: 'with a short time', ...withName('176722560000-portrait.png') }),
  storageCase('reader', 'create', false, { why: 'with a long time', ...withName('17672256000000-portrait.png') }),
  storageCase('reader', 'create', false, {
    why: 'with letters in the time',
    ...withName('17672256000x0-portrait.png'),
  }),
  storageCase('reader', 'create', false, { why: 'with text before the time', ...withName(`x${TIME}-portrait.png`) }),
  storageCase('reader', 'create', true, { why: 'just before the slot ends', slot: pictureSlot(NAME, 10_000) }),
  storageCase('reader', 'create', false, { why: 'when the slot ends', slot: pictureSlot(NAME, 0) }),
  storageCase('reader', 'create', false, { why: 'after the slot has ended', slot: pictureSlot(NAME, -MINUTE) }),
  storageCase('reader', 'create', false, { why: 'without a name from the API', slot: null }),
  storageCase('reader', 'create', false, {
    why: 'under a name that the API did not issue',
    slot: pictureSlot(NAME.replace('portrait', 'another')),
  }),
  ...ACTORS.flatMap((actor) => [
    importCase(actor, 'create', actor === 'admin'),
    importCase(actor, 'create', false, { why: 'of another account', path: `imports/other-uid/${UPLOAD_ID}` }),
    importCase(actor, 'create', false, { why: 'over an existing object', exists: true }),
    ...(['get', 'list', 'update', 'delete'] as const).flatMap((method) => [
      importCase(actor, method, false),
      importCase(actor, method, false, { why: 'of a file that does not exist', exists: false }),
    ]),
    importCase(actor, 'list', false, {
      why: 'of a folder',
      path: `imports/${uidOf(actor) ?? 'nobody'}`,
      exists: false,
    }),
  ]),
  importCase('visitor', 'create', false, { why: 'as nobody', path: `imports/null/${UPLOAD_ID}` }),
  importCase('admin', 'create', false, { why: 'among records', path: `imports/records/${UPLOAD_ID}` }),
  importCase('admin', 'create', false, { why: 'deeper', path: `imports/admin-uid/a/${UPLOAD_ID}` }),
  importCase('admin', 'create', false, { why: 'at the top', path: `imports/${UPLOAD_ID}` }),
  importCase('admin', 'create', false, { why: 'in another folder', path: `exports/admin-uid/${UPLOAD_ID}` }),
  importCase('admin', 'create', false, {
    why: 'with a slot in another folder',
    path: `exports/admin-uid/${UPLOAD_ID}`,
    slot: importSlot(UPLOAD_ID),
  }),
  ...['application/zip', 'application/json', 'text/html', 'image/png', 'application/octet-stream; charset=utf-8'].map(
    (contentType) => importCase('admin', 'create', false, { why: `as '${contentType}'`, contentType }),
  ),
  ...[null, '', 'identity'].map((contentEncoding) =>
    importCase('admin', 'create', true, { why: `encoded as '${contentEncoding}'`, contentEncoding }),
  ),
  importCase('admin', 'create', false, { why: "encoded as 'gzip'", contentEncoding: 'gzip' }),
  importCase('admin', 'create', true, { why: 'of one byte', size: 1 }),
  importCase('admin', 'create', false, { why: 'of no bytes', size: 0 }),
  importCase('admin', 'create', true, { why: 'of 1 GB', size: 1024 * MEGABYTE }),
  importCase('admin', 'create', false, { why: 'of one byte more than 1 GB', size: 1024 * MEGABYTE + 1 }),
  importCase('admin', 'create', true, { why: 'just before the slot ends', slot: importSlot(UPLOAD_ID, 10_000) }),
  importCase('admin', 'create', false, { why: 'when the slot ends', slot: importSlot(UPLOAD_ID, 0) }),
  importCase('admin', 'create', false, { why: 'after the slot has ended', slot: importSlot(UPLOAD_ID, -MINUTE) }),
  importCase('admin', 'create', false, { why: 'without an id from the API', slot: null }),
  importCase('admin', 'create', false, { why: 'with a slot for another id', slot: importSlot('another') }),
  importCase('admin', 'create', false, { why: 'with a slot for a picture', slot: pictureSlot(UPLOAD_ID) }),
  storageCase('admin', 'create', false, { why: 'with a slot for an import', slot: importSlot(NAME) }),
];

/** The text of a rules file at the root of the repository. */
export function readRules(fileName: 'firestore.rules' | 'storage.rules'): string {
  return readFileSync(fileURLToPath(new URL(`../../../${fileName}`, import.meta.url)), 'utf8');
}
