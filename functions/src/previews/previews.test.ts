import { PREVIEW_DAYS } from '@inkwell/shared/previews';
import { FieldValue } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { createContent } from '../compose/content.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { api, send } from '../testing/api.ts';
import { seedPost, stored, storedAll } from '../testing/posts.ts';
import { clock, db } from '../testing/server.ts';
import { signIn, signInEach } from '../testing/users.ts';
import { createUserRepository } from '../users/users.repository.ts';
import { createPreviewRepository } from './previews.repository.ts';
import { createPreviewService } from './previews.service.ts';

/** A site page, created like `seedPost` creates a post. */
const seedPage = async () =>
  (await api.post('/api/admin/pages', { title: 'About', slug: 'about', content: 'We write.' }, moderator)).body;

/** The kinds of texts with preview links: how to create one, and where its calls are. */
const SHOWN = [
  { noun: 'post', make: () => seedPost({ isPublished: false }), base: '/api/posts' },
  { noun: 'page', make: seedPage, base: '/api/admin/pages' },
];

const { moderator } = signInEach({ moderator: { role: 'moderator' } });

describe.each(SHOWN)('a preview link of a $noun', ({ noun, make, base }) => {
  it('is created, replaced and ended by staff, with audit entries', async () => {
    const { id } = await make();
    const path = `${base}/${id}/preview`;

    const first = await api.post(path, undefined, moderator);
    const second = await api.post(path, undefined, moderator);
    const open = await api.get(path, moderator);
    const ended = await api.delete(path, moderator);
    const again = await api.delete(path, moderator);

    expect(first.status).toBe(201);
    expect(first.body.url).toMatch(/^http:\/\/localhost:3000\/preview\/[\w-]{43}$/);
    expect(second.body.url).not.toBe(first.body.url);
    expect(open.body).toEqual({ expiresAt: second.body.expiresAt });
    const days = (Date.parse(second.body.expiresAt) - clock.now().getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(PREVIEW_DAYS);
    expect([ended.status, again.status]).toEqual([204, 204]);
    expect((await api.get(path, moderator)).body).toEqual({ expiresAt: null });
    expect(await storedAll('previews')).toEqual({});
    const actions = Object.values(await storedAll('audit')).map(({ action }) => action);
    expect(actions.sort()).toEqual(['create', 'preview', 'preview', 'preview-end'].map((verb) => `${noun}.${verb}`));
  });

  it('is created and counted once per idempotency key', { tags: 'thorough' }, async () => {
    const { id } = await make();
    const makeLink = (key: string) =>
      send('POST', `${base}/${id}/preview`, { user: moderator, headers: { 'idempotency-key': key } });

    const answers = await Promise.all([makeLink('k'), makeLink('k'), makeLink('k')]);
    const before = await stored(`previews/${id}`);
    const again = await makeLink('k');
    const other = await makeLink('other');

    expect(new Set([...answers, again].map(({ text }) => text)).size).toBe(1);
    expect(before).not.toEqual(await stored(`previews/${id}`));
    expect(other.body.url).not.toBe(again.body.url);
    const actions = Object.values(await storedAll('audit')).map(({ action }) => action);
    expect(actions.filter((action) => action === `${noun}.preview`)).toHaveLength(2);
  });

  it.each([
    ['block', 'unblock', undefined],
    ['role', 'role', 'moderator'],
  ])('ends permanently with the %s of its creator', async (end, again, role) => {
    const [admin, other] = [await signIn({ role: 'admin' }), await signIn({ role: 'moderator' })];
    const users = createUserRepository(db, createPictureTable(db));
    const { posts, sitePages } = createContent({ db, clock });
    const previews = createPreviewRepository(db);
    const service = createPreviewService({ previews, posts, sitePages, users, siteUrl: '', secret: 's', clock });
    const { id } = await make();
    const { body } = await api.post(`${base}/${id}/preview`, undefined, moderator);
    const token = body.url.split('/').at(-1);
    const change = (name: string, to?: string) =>
      name === 'role'
        ? api.patch(`/api/admin/users/${moderator.id}/role`, { role: to ?? 'user' }, admin)
        : api.post(`/api/admin/users/${moderator.id}/${name}`, undefined, admin);
    const isOpen = async () => {
      const { expiresAt } = (await api.get(`${base}/${id}/preview`, other)).body;
      expect((await service.open(token)) !== null).toBe(expiresAt !== null);
      return expiresAt !== null;
    };
    expect(await isOpen()).toBe(true);

    expect((await change(end)).status).toBe(200);
    expect(await isOpen()).toBe(false);
    expect((await change(again, role)).status).toBe(200);
    expect(await isOpen()).toBe(false);

    clock.advance(5);
    await api.post(`${base}/${id}/preview`, undefined, moderator);
    expect((await api.get(`${base}/${id}/preview`, other)).body.expiresAt).not.toBeNull();
  });

  it('ends when the text is deleted, and needs an existing one', async () => {
    const { id } = await make();
    await api.post(`${base}/${id}/preview`, undefined, moderator);
    await api.delete(`${base}/${id}`, moderator);

    for (const gone of [id, 'unknown']) {
      expect((await api.post(`${base}/${gone}/preview`, undefined, moderator)).status).toBe(404);
      expect((await api.get(`${base}/${gone}/preview`, moderator)).status).toBe(404);
      expect((await api.delete(`${base}/${gone}/preview`, moderator)).status).toBe(404);
    }
    expect(await storedAll('previews')).toEqual({});
  });

  it('is not created, read or ended under the address of the other kind', async () => {
    const { id } = await make();
    await api.post(`${base}/${id}/preview`, undefined, moderator);
    const before = await stored(`previews/${id}`);

    for (const { base: other } of SHOWN.filter((one) => one.base !== base)) {
      expect((await api.post(`${other}/${id}/preview`, undefined, moderator)).status).toBe(404);
      expect((await api.get(`${other}/${id}/preview`, moderator)).status).toBe(404);
      expect((await api.delete(`${other}/${id}/preview`, moderator)).status).toBe(404);
    }
    expect(await stored(`previews/${id}`)).toEqual(before);
  });
});

describe("an author's preview link", () => {
  it('works while its creator is an author of the post, or becomes staff', async () => {
    const [author, admin] = [await signIn({ writing: 'author' }), await signIn({ role: 'admin' })];
    const { id } = await seedPost({ isPublished: false, authorIds: [moderator.id, author.id] });
    const { url } = (await api.post(`/api/posts/${id}/preview`, undefined, author)).body;
    const { posts, sitePages } = createContent({ db, clock });
    const users = createUserRepository(db, createPictureTable(db));
    const previews = createPreviewRepository(db);
    const service = createPreviewService({ previews, posts, sitePages, users, siteUrl: '', secret: 's', clock });
    const isOpen = async () => {
      const { expiresAt } = (await api.get(`/api/posts/${id}/preview`, moderator)).body;
      expect((await service.open(url.split('/').at(-1))) !== null).toBe(expiresAt !== null);
      return expiresAt !== null;
    };
    expect(await isOpen()).toBe(true);

    expect((await api.patch(`/api/posts/${id}`, { authorIds: [moderator.id] }, moderator)).status).toBe(200);
    expect(await isOpen()).toBe(false);
    await api.patch(`/api/admin/users/${author.id}/role`, { role: 'moderator' }, admin);
    expect(await isOpen()).toBe(true);
  });
});

describe('a preview link of an earlier version', () => {
  it('still shows its post', async () => {
    const { id } = await seedPost({ isPublished: false });
    const { url } = (await api.post(`/api/posts/${id}/preview`, undefined, moderator)).body;
    await db.doc(`previews/${id}`).update({ collection: FieldValue.delete() });
    const { posts, sitePages } = createContent({ db, clock });
    const users = createUserRepository(db, createPictureTable(db));
    const previews = createPreviewRepository(db);
    const service = createPreviewService({ previews, posts, sitePages, users, siteUrl: '', secret: 's', clock });

    expect(await service.open(url.split('/').at(-1))).toMatchObject({ post: { id } });
  });
});
