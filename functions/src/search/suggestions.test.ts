import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { seedPost } from '../testing/posts.ts';
import { clock, db, resetFirestore } from '../testing/server.ts';
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
