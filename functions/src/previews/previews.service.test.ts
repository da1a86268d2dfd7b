import { describe, expect, it } from 'vitest';
import { newPost, type StoredPost } from '../posts/posts.converter.ts';
import { partOf } from '../testing/parts.ts';
import { codeOf } from '../testing/refusals.ts';
import type { StoredUser } from '../users/users.converter.ts';
import type { StoredPreview } from './previews.repository.ts';
import { createPreviewService } from './previews.service.ts';

const DAY_MS = 86_400_000;
const now = new Date('2026-01-15T10:00:00.000Z');
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
const AUTHOR = { id: 'ada', role: 'user', writing: 'author' } as const;
const CONTRIBUTOR = { id: 'ada', role: 'user', writing: 'contributor' } as const;
const OTHER = { id: 'bob', role: 'user', writing: 'author' } as const;
const READER = { id: 'reader', role: 'user' } as const;
const STAFF = { id: 'mod', role: 'moderator' } as const;
const POST = { collection: 'posts', id: 'p' } as const;
const PAGE = { collection: 'pages', id: 'page' } as const;

const postOf = (changes: Partial<StoredPost> = {}): StoredPost => ({
  ...newPost({ title: 'T', content: 'C', isPublished: false }, { id: 'p', authorId: 'ada', at: now }),
  ...changes,
});
const previewOf = (changes: Partial<StoredPreview> = {}): StoredPreview => ({
  ...POST,
  tokenHash: 'h',
  createdBy: 'ada',
  createdAt: inDays(-1),
  expireAt: inDays(13),
  ...changes,
});
const userOf = (changes: Partial<StoredUser> = {}) =>
  partOf<StoredUser>({ ...AUTHOR, isBlocked: false, previewsEndedAt: null, ...changes });

interface Given {
  readonly preview?: StoredPreview | null;
  readonly maker?: StoredUser | null;
  readonly post?: StoredPost;
  readonly isThere?: boolean;
  readonly secret?: string;
}

function serviceOf({
  preview = previewOf(),
  maker = userOf(),
  post = postOf(),
  isThere = true,
  secret = 's',
}: Given = {}) {
  const written: unknown[] = [];
  const hashes: string[] = [];
  const asked: unknown[] = [];
  const service = createPreviewService({
    previews: {
      async replace(wanted, decide) {
        if (!isThere) return null;
        decide(post);
        hashes.push(wanted.tokenHash);
        written.push({ ...wanted, tokenHash: 'any' });
        return wanted;
      },
      remove: async (...args) => void written.push(args),
      find: async (id) => (id === preview?.id ? preview : null),
      async findByHash(hash) {
        hashes.push(hash);
        return preview;
      },
    },
    posts: {
      async ofInsider(...args: unknown[]) {
        asked.push(args);
        return post;
      },
      asItStands: async (id: string) => (isThere && id === 'p' ? { id, title: 'T', authorIds: post.authorIds } : null),
    } as never,
    sitePages: {
      async byId(...args) {
        asked.push(args);
        return partOf({});
      },
      asItStands: async (id) => (isThere && id === 'page' ? partOf({ id, title: 'About' }) : null),
    },
    users: { find: async (id) => (id === maker?.id ? maker : null) },
    siteUrl: 'https://blog.example',
    secret,
    clock: { now: () => now },
  });
  return { service, written, hashes, asked };
}

describe('a preview link', () => {
  it('leads to the post for 14 days, and only the hash of its token is stored', async () => {
    const { service, written, hashes } = serviceOf();
    const { url, expiresAt } = await service.create(AUTHOR, POST);
    const [, token = ''] = /^https:\/\/blog\.example\/preview\/([\w-]{43})$/.exec(url) ?? [];
    expect(expiresAt).toBe(inDays(14).toISOString());
    expect(written).toEqual([{ ...POST, tokenHash: 'any', createdBy: 'ada', createdAt: now, expireAt: inDays(14) }]);
    await service.open(token);
    expect(hashes[1]).toBe(hashes[0]);
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is the same for the same request only', async () => {
    const urlOf = async (key: string | null, actor = AUTHOR as typeof AUTHOR | typeof STAFF, id = 'p', secret = 's') =>
      (await serviceOf({ secret }).service.create(actor, { ...POST, id }, key)).url;
    expect(await urlOf('k')).toBe(await urlOf('k'));
    const urls = [
      ...[await urlOf('k'), await urlOf('k2'), await urlOf('k', STAFF), await urlOf('k', AUTHOR, 'p2')],
      ...[await urlOf('k', AUTHOR, 'p', 'other'), await urlOf(null), await urlOf(null)],
    ];
    expect(new Set(urls).size).toBe(urls.length);
  });

  it('needs an existing post or page', async () => {
    expect(await codeOf(serviceOf({ isThere: false }).service.create(AUTHOR, POST))).toBe('not-found');
  });

  it.each([
    ['an author', AUTHOR, 'done', 'forbidden'],
    ['a contributor', CONTRIBUTOR, 'forbidden', 'forbidden'],
    ['another author', OTHER, 'not-found', 'forbidden'],
    ['a reader', READER, 'forbidden', 'forbidden'],
    ['staff', STAFF, 'done', 'done'],
  ] as const)('is created, seen and ended by %s', async (_name, actor, ofPost, ofPage) => {
    for (const [shown, expected] of [
      [POST, ofPost],
      [PAGE, ofPage],
    ] as const) {
      const { service, written } = serviceOf();
      const calls = [service.state(actor, shown), service.create(actor, shown), service.remove(actor, shown)];
      for (const call of calls) expect(await codeOf(call)).toBe(expected);
      expect(written).toHaveLength(expected === 'done' ? 2 : 0);
    }
  });

  it('can be ended by everybody who may see the text', async () => {
    const { service, written, asked } = serviceOf();
    await service.remove(STAFF, POST);
    await service.remove(STAFF, PAGE);
    expect(written).toEqual([
      [POST, { actorId: 'mod', at: now }],
      [PAGE, { actorId: 'mod', at: now }],
    ]);
    expect(asked).toEqual([
      [STAFF, 'p'],
      [STAFF, 'page'],
    ]);
  });
});

describe('a created link', () => {
  const ended = (previewsEndedAt: Date) => ({ maker: userOf({ previewsEndedAt }) });
  it.each([
    ['works', {}, true],
    ['works before it expires', { preview: previewOf({ expireAt: new Date(now.getTime() + 1) }) }, true],
    ['ends when it expires', { preview: previewOf({ expireAt: now }) }, false],
    ['ends with the account of its maker', { maker: null }, false],
    ['ends with the block of its maker', { maker: userOf({ isBlocked: true }) }, false],
    ['ends with the right of its maker to publish', { maker: userOf({ writing: 'contributor' }) }, false],
    ['ends where its maker is no longer an author', { post: postOf({ authorIds: ['bob'] }) }, false],
    ['ends with all earlier ones of its maker', ended(now), false],
    ['ends with those of the same moment', ended(inDays(-1)), false],
    ['works if made later', ended(inDays(-2)), true],
    ['is none', { preview: null }, false],
  ] as [string, Given, boolean][])('%s', async (_name, given, works) => {
    const { service } = serviceOf(given);
    const expiresAt = works ? (given.preview ?? previewOf()).expireAt.toISOString() : null;
    expect(await service.state(STAFF, POST)).toEqual({ expiresAt });
    const opened = await service.open('token');
    expect(opened).toEqual(works ? { post: expect.objectContaining({ id: 'p', title: 'T' }), expiresAt } : null);
  });

  it.each([
    ['staff', userOf({ id: 'ada', role: 'moderator' }), true],
    ['others', userOf(), false],
  ] as const)('to a page works if made by %s', async (_name, maker, works) => {
    const preview = previewOf(PAGE);
    const { service } = serviceOf({ maker, preview });
    const expiresAt = preview.expireAt.toISOString();
    expect(await service.open('token')).toEqual(works ? { page: { id: 'page', title: 'About' }, expiresAt } : null);
    expect(await service.state(STAFF, PAGE)).toEqual({ expiresAt: works ? expiresAt : null });
  });

  it('shows nothing of a deleted text', async () => {
    const maker = userOf({ role: 'admin' });
    expect(await serviceOf({ maker, isThere: false }).service.open('token')).toBeNull();
    expect(await serviceOf({ maker, isThere: false, preview: previewOf(PAGE) }).service.open('token')).toBeNull();
  });
});
