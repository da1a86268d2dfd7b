import { describe, expect, it } from 'vitest';
import { api, pagesOf, type TestAnswer } from '../testing/api.ts';
import { storedAll } from '../testing/posts.ts';
import { clock } from '../testing/server.ts';
import { signIn, signInEach } from '../testing/users.ts';

const { moderator, admin } = signInEach({ moderator: { role: 'moderator' }, admin: { role: 'admin' } });

const TEXT = { title: 'The tide', content: 'It writes twice a day.', isPublished: true };

describe('the details of a post', () => {
  it('are stored, returned with the whole post, cleared by null, and restored with a revision', async () => {
    const details = {
      slug: 'ebb-und-flut',
      language: 'de',
      searchTitle: 'Tides, explained',
      searchDescription: 'Twice a day.',
      canonicalUrl: 'https://example.org/tide',
      math: true,
      isHiddenFromSearch: true,
      cardTitle: 'Read this',
      cardText: 'On tides.',
      cardPicture: 'https://example.org/card.png',
      coverDescription: 'A harbour',
      coverCaption: 'At six',
    };

    const { body } = await api.post('/api/posts', { ...TEXT, ...details }, moderator);

    expect((await api.get(`/api/posts/${body.id}`)).body).toMatchObject(details);
    const [card] = (await api.get('/api/posts')).body;
    expect(card).toMatchObject({ slug: 'ebb-und-flut', language: 'de', isFeatured: false });
    expect(card).not.toHaveProperty('searchTitle');
    const cleared = await api.patch(`/api/posts/${body.id}`, { slug: '', searchTitle: null }, moderator);
    expect(cleared.body).toMatchObject({ slug: null, searchTitle: null, cardTitle: 'Read this' });
    const [, first] = (await api.get(`/api/posts/${body.id}/revisions`, moderator)).body;
    const restored = await api.post(`/api/posts/${body.id}/revisions/${first.id}/restore`, {}, moderator);
    expect(restored.body).toMatchObject({ slug: 'ebb-und-flut', searchTitle: 'Tides, explained' });
  });

  it('have formulas if they say so or, for a new post, if the settings say so', async () => {
    const mathOf = async (body: object) => (await api.post('/api/posts', { ...TEXT, ...body }, moderator)).body.math;
    expect(await mathOf({})).toBe(false);

    await api.patch('/api/admin/settings', { math: true }, admin);

    expect(await mathOf({})).toBe(true);
    expect(await mathOf({ math: false })).toBe(false);
  });

  it.each([
    [{ slug: 'Two Words' }, 'The address may contain small letters, digits and single hyphens'],
    [{ slug: '../admin' }, 'The address may contain small letters, digits and single hyphens'],
    [{ slug: 'a'.repeat(101) }, 'The address may contain small letters, digits and single hyphens'],
    [{ canonicalUrl: 'javascript:alert(1)' }, 'The address must begin with https://'],
    [{ canonicalUrl: 'https://user@example.org/' }, 'The address must begin with https://'],
    [{ canonicalUrl: 'http://example.org/' }, 'The address must begin with https://'],
    [{ language: 'not a language' }, 'Unknown language'],
    [{ cardPicture: 'javascript:alert(1)' }, 'Invalid image URL'],
    [{ searchTitle: 'a'.repeat(301) }, 'Title for search engines too long'],
  ])('are refused: %j', async (fields, text) => {
    const answer = await api.post('/api/posts', { ...TEXT, ...fields }, await signIn({ role: 'admin' }));

    expect([answer.status, answer.text]).toEqual([400, text]);
  });

  it('exclude it from sitemaps if the original is elsewhere or it is hidden from search engines', async () => {
    const make = async (fields: object) => (await api.post('/api/posts', { ...TEXT, ...fields }, moderator)).body.id;
    const [shown, hidden, elsewhere] = [
      await make({}),
      await make({ isHiddenFromSearch: true }),
      await make({ canonicalUrl: 'https://example.org/a' }),
    ];

    const named = async () =>
      Object.values(await storedAll('sitemapShards')).flatMap(({ posts }) => Object.keys(posts as object));
    expect(await named()).toEqual([shown]);

    await api.patch(`/api/posts/${hidden}`, { isHiddenFromSearch: false }, moderator);
    await api.patch(`/api/posts/${elsewhere}`, { canonicalUrl: null }, moderator);
    expect(new Set(await named())).toEqual(new Set([shown, hidden, elsewhere]));
    await api.patch(`/api/posts/${shown}`, { isHiddenFromSearch: true }, moderator);
    expect(new Set(await named())).toEqual(new Set([hidden, elsewhere]));
  });
});

describe('featured posts', () => {
  it('come first in the lists of their category and tags, once, whatever the page', async () => {
    const { body: category } = await api.post('/api/categories', { name: 'Sea' }, moderator);
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const fields = { ...TEXT, title: `Tide ${n}`, categoryId: category.id, tags: ['Harbours'], isFeatured: n === 0 };
      ids.push((await api.post('/api/posts', fields, moderator)).body.id);
    }
    const [first = '', ...others] = ids;
    const newestFirst = others.reverse();
    const idsOf = ({ body }: TestAnswer): string[] => body.map(({ id }: { id: string }) => id);
    const idsIn = async (path: string) => (await pagesOf(path)).map(idsOf);

    for (const path of [`/api/posts?categoryId=${category.id}`, '/api/posts?tag=harbours']) {
      expect(await idsIn(path)).toEqual([[first, ...newestFirst]]);
      expect((await api.get(path)).headers.get('x-total-count')).toBe('5');
    }
    expect((await idsIn('/api/posts?tag=harbours&limit=2')).flat()).toEqual([first, ...newestFirst]);
    expect(await idsIn('/api/posts')).toEqual([[...newestFirst, first]]);

    await api.patch(`/api/posts/${first}`, { isFeatured: false }, moderator);
    expect(await idsIn('/api/posts?tag=harbours')).toEqual([[...newestFirst, first]]);
    await api.patch(`/api/posts/${newestFirst[1]}`, { isFeatured: true }, moderator);
    await api.patch(`/api/posts/${newestFirst[1]}`, { isPublished: false }, moderator);
    expect(await idsIn('/api/posts?tag=harbours')).toEqual([[newestFirst[0], ...newestFirst.slice(2), first]]);
  });

  it('begin a list of a tag with the last three, or fewer if its page has less room', async () => {
    const make = async (n: number) => {
      const fields = { ...TEXT, title: `Tide ${n}`, tags: ['Harbours'], isFeatured: n <= 4 };
      await api.post('/api/posts', fields, moderator);
      clock.advance(10);
    };
    for (const n of [1, 2, 3, 4, 5, 6]) await make(n);
    const pageOf = async (limit: number) =>
      (await api.get(`/api/posts?tag=harbours&limit=${limit}`)).body.map(({ title }: { title: string }) =>
        title.at(-1),
      );

    expect(await pageOf(9)).toEqual(['4', '3', '2', '6', '5', '1']);
    expect(await pageOf(3)).toEqual(['4', '3', '6']);
    expect(await pageOf(1)).toEqual(['6']);
  });
});
