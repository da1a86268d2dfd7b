import { beforeEach, describe, expect, it } from 'vitest';
import { createContent } from '../compose/content.ts';
import { createWork } from '../compose/work.ts';
import { api } from '../testing/api.ts';
import { seedPost } from '../testing/posts.ts';
import { clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { signIn } from '../testing/users.ts';
import { suggestionUpgrade } from './entry-upgrade.repository.ts';
import { createSearchIndex } from './search-index.repository.ts';

beforeEach(resetFirestore);

const suggest = async (q: string) => {
  const res = await api.get(`/api/search/suggestions?q=${encodeURIComponent(q)}`);
  expect([q, res.status]).toEqual([q, 200]);
  return res.body;
};
const titles = async (q: string) => (await suggest(q)).posts.map(({ title }: { title: string }) => title);

describe('GET /api/search/suggestions', () => {
  it('finds posts by the beginnings of their titles, most popular first', async () => {
    await seedPost({ title: 'A harbour at night', content: 'x' });
    const popular = await seedPost({ title: 'Harvest', content: 'x' });
    await seedPost({ title: 'Elsewhere', content: 'harbour' });
    for (let n = 0; n < 4; n += 1) await api.post(`/api/posts/${popular.id}/view`);

    expect(await titles('har')).toEqual(['Harvest', 'A harbour at night']);
    expect(await titles('harbour')).toEqual(['A harbour at night']);
    expect(await titles('harbours')).toEqual(['A harbour at night']);
    expect(await titles('harbour ni')).toEqual(['A harbour at night']);
    expect(await titles('harbour st')).toEqual(['A harbour at night']);
    expect((await suggest('harv')).posts).toEqual([{ id: popular.id, title: 'Harvest', slug: 'harvest' }]);
    expect(await titles('!!')).toEqual([]);
    expect((await api.get('/api/search/suggestions?q=%20')).status).toBe(400);
  });

  it('finds tags and authors by the beginnings of their names, each once, but no internal tags', async () => {
    const mary = await signIn({ role: 'moderator', displayName: 'Mary Shelley' });
    await signIn({ displayName: 'Mary Reader' });
    const admin = await signIn({ role: 'admin', displayName: 'Ada Lovelace' });
    await api.post('/api/admin/tags', { name: 'Marine life' }, admin);
    await api.post('/api/admin/tags', { name: 'Marmalade' }, admin);
    await api.post('/api/admin/tags', { name: '#marketing' }, admin);
    for (const title of ['One', 'Two']) {
      await seedPost({ title, authorId: mary.id, tags: ['Marine life', '#marketing'] });
    }

    expect(await suggest('mar')).toEqual({
      posts: [],
      tags: [{ name: 'Marine life', slug: 'marine-life' }],
      authors: [{ id: mary.id, name: 'Mary Shelley' }],
    });
    expect((await suggest('mary shell')).authors).toHaveLength(1);
    expect((await suggest('ada')).authors).toEqual([]);
    await api.patch(`/api/users/${mary.id}`, { displayName: 'Percy' }, mary);
    clock.advance(60_000);
    expect((await suggest('mary')).authors).toEqual([]);
    expect((await suggest('percy')).authors).toEqual([{ id: mary.id, name: 'Percy' }]);
  });

  it('never finds unpublished posts', async () => {
    const moderator = await signIn({ role: 'moderator' });
    const post = await seedPost({ title: 'Secret plans', isPublished: false });

    expect(await titles('secret')).toEqual([]);
    await api.patch(`/api/posts/${post.id}`, { isPublished: true }, moderator);
    clock.advance(60_000);
    expect(await titles('secr')).toEqual(['Secret plans']);
    await api.patch(`/api/posts/${post.id}`, { isPublished: false }, moderator);
    clock.advance(60_000);
    expect(await titles('secr')).toEqual([]);
  });

  it('accepts typing errors, and words that no title has', async () => {
    await seedPost({ title: 'Lighthouse keepers', content: 'x' });
    await createWork(dependencies)();
    const { suggesting } = createContent({ ...dependencies, clock });

    expect((await suggesting.typed('lighthuose')).suggestions.posts).toMatchObject([{ title: 'Lighthouse keepers' }]);
    const meant = async (q: string) => (await suggesting.meant(q)).suggestions.posts.map(({ title }) => title);
    expect(await meant('the lighthouse keeper')).toEqual(['Lighthouse keepers']);
    expect(await suggesting.meant('wp login xmlrpc')).toMatchObject({ documents: 0, suggestions: { posts: [] } });
  });

  it('is not misled by words that many titles have, whether it knows their number or not', async () => {
    for (let n = 0; n < 12; n += 1) {
      const { id } = await seedPost({ title: `The ways and the days, part ${n}`, content: 'x' });
      await db.doc(`searchIndex/${id}`).update({ popularity: 9 });
    }
    await seedPost({ title: 'The dough and the clock', content: 'x' });
    const found = async ({ suggesting }: ReturnType<typeof createContent>) =>
      (await suggesting.meant('and the dough knows the clock')).suggestions.posts.map(({ title }) => title);

    expect(await found(createContent({ ...dependencies, clock }))).toEqual(['The dough and the clock']);
    await createWork(dependencies)();
    const content = createContent({ ...dependencies, clock });
    expect(await found(content)).toEqual(['The dough and the clock']);
    expect((await content.suggesting.meant('zzz xmlrpc')).documents).toBe(0);
  });

  it('omits older entries until their upgrade', async () => {
    const { id } = await seedPost({ title: 'Bread', content: 'x', authorId: (await signIn()).id });
    const entry = db.doc(`searchIndex/${id}`);
    const { shown, ...before } = (await entry.get()).data() ?? {};
    expect(shown).toMatchObject({ title: 'Bread', slug: 'bread' });
    await entry.set({ ...before, tokens: ['^br', '^bread', 'br', 'bread'], schemaVersion: 10 });

    expect(await titles('br')).toEqual([]);
    await suggestionUpgrade(db, createSearchIndex(db)).step(null);
    clock.advance(60_000);

    expect(await titles('br')).toEqual(['Bread']);
    expect((await entry.get()).data()).toMatchObject({ shown, schemaVersion: 11 });
  });
});
