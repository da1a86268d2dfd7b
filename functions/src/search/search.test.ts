import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { seedCategory, seedPost } from '../testing/posts.ts';
import { db, resetFirestore } from '../testing/server.ts';
import { signIn } from '../testing/users.ts';

beforeEach(resetFirestore);

const find = async (q: string, limit = 8) => {
  const res = await api.get(`/api/posts/search?q=${encodeURIComponent(q)}&limit=${limit}`);
  expect([q, res.status]).toEqual([q, 200]);
  return res.body.map(({ title }: { title: string }) => title);
};

describe('GET /api/posts/search', () => {
  it('finds by the beginnings of words in title, excerpt, category and author, by whole words in the text', async () => {
    const author = await signIn({ role: 'moderator', displayName: 'Wisława Szymborska' });
    const category = await seedCategory('Lighthouses');
    await seedPost({
      title: 'Harbour',
      excerpt: 'Quiet mornings',
      content: 'Lanterns everywhere',
      categoryId: category.id,
      authorId: author.id,
    });

    for (const q of ['harb', 'HARBOUR', 'quiet', 'lightho', 'Szymb', 'wislawa', 'lanterns', 'harbour lanterns wisl']) {
      expect([q, await find(q)]).toEqual([q, ['Harbour']]);
    }
    for (const q of ['arbour', 'lanter', 'harbour missing', 'harbours']) expect([q, await find(q)]).toEqual([q, []]);
  });

  it('puts title matches first, then the more popular', async () => {
    const [mentioned, title, popularTitle] = [
      await seedPost({ title: 'Mentioned', content: 'all about whales' }),
      await seedPost({ title: 'Whales', content: 'x' }),
      await seedPost({ title: 'More whales', content: 'x' }),
    ];
    for (let n = 0; n < 20; n += 1) await api.post(`/api/posts/${mentioned.id}/view`);
    for (let n = 0; n < 3; n += 1) await api.post(`/api/posts/${popularTitle.id}/view`);

    expect(await find('whales')).toEqual(['More whales', 'Whales', 'Mentioned']);
    expect(await find('whales', 1)).toEqual(['More whales']);
    expect(title.title).toBe('Whales');
  });

  it('shows the counters as they are now', async () => {
    const post = await seedPost({ title: 'Counting' });
    await api.post(`/api/posts/${post.id}/view`);

    const [found] = (await api.get('/api/posts/search?q=counting')).body;
    expect(found).toMatchObject({ id: post.id, viewCount: 1 });
  });

  it.each([
    ['東京タワーの夜景', 'タワー'],
    ['東京タワーの夜景', '夜景'],
    ['東京タワーの夜景', '京'],
    ['서울의 봄', '서울'],
    ['Привет, мир', 'прив'],
    ['Ёлка зимой', 'елка'],
    ['مَرْحَبًا بالعالم', 'مرحبا'],
    ['हिन्दी कविता', 'हिन्दी'],
    ['สวัสดีชาวโลก', 'สวัสดี'],
    ['Straße nach Ærø', 'strasse aero'],
    ['Ｆｕｌｌｗｉｄｔｈ', 'fullwidth'],
    ['Don’t panic', "don't"],
    ['Antidisestablishmentarianism', 'antidisestablish'],
  ])('finds %s by %s', async (title, q) => {
    await seedPost({ title });
    await seedPost({ title: 'Something else' });

    expect(await find(q)).toEqual([title]);
  });

  it('never shows drafts, and follows publishing', async () => {
    const draft = await seedPost({ title: 'Secret plans', isPublished: false });
    const moderator = await signIn({ role: 'moderator' });

    expect(await find('secret')).toEqual([]);
    await api.patch(`/api/posts/${draft.id}`, { isPublished: true }, moderator);
    expect(await find('secret')).toEqual(['Secret plans']);
    await api.patch(`/api/posts/${draft.id}`, { title: 'Open plans' }, moderator);
    expect(await find('secret')).toEqual([]);
    expect(await find('open')).toEqual(['Open plans']);
  });

  it('follows a renamed author', async () => {
    const author = await signIn({ role: 'moderator', displayName: 'George Sand' });
    await seedPost({ title: 'Consuelo', authorId: author.id });

    const res = await api.patch(`/api/users/${author.id}`, { displayName: 'Amantine Dupin' }, author);

    expect(res.status).toBe(200);
    expect(await find('sand')).toEqual([]);
    expect(await find('dupin')).toEqual(['Consuelo']);
    expect((await api.get('/api/posts')).body[0].author.displayName).toBe('Amantine Dupin');
  });

  it.each(['!!!', '"', '*', '🙂', '\u0000', '%', '( )', '\u0301', '\\', '$where', '__proto__'])(
    'answers nothing to %j',
    async (q) => {
      await seedPost();

      expect(await find(q)).toEqual([]);
    },
  );

  it.each([
    '',
    'q=',
    'q=%20%20',
    'q=a&q=b',
    'q[]=a',
    `q=${'x'.repeat(201)}`,
    'q=a&limit=0',
    'q=a&limit=101',
    'q=a&limit=x',
  ])('refuses ?%s', async (query) => {
    expect((await api.get(`/api/posts/search?${query}`)).status).toBe(400);
  });

  it('takes texts that grow when they are folded, and endless words', async () => {
    const moderator = await signIn({ role: 'moderator' });
    const swelling = Array.from(
      { length: 3_000 },
      (_, n) => `\ufdfa`.repeat(60) + String.fromCodePoint(0x4e00 + n),
    ).join(' ');
    const bodies = [swelling.slice(0, 200_000), 'x'.repeat(200_000), '漢'.repeat(200_000), '🙂'.repeat(100_000)];

    for (const content of bodies) {
      const res = await api.post('/api/posts', { title: 'Endless', content, isPublished: true }, moderator);
      expect(res.status).toBe(201);
    }
    expect(await find('endless')).toHaveLength(4);
  });

  it('finds a post with very many words, and keeps to the limit of its index', async () => {
    const words = Array.from({ length: 20_000 }, (_, n) => `w${n.toString(36)}`);
    const post = await seedPost({ title: 'Dictionary', content: words.join(' ') });

    expect(await find('dictionary w5')).toEqual(['Dictionary']);
    const entry = await db.doc(`searchIndex/${post.id}`).get();
    expect(entry.get('tokens').length).toBeLessThanOrEqual(3_000);
  });
});
