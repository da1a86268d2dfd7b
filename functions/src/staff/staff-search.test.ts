import { FieldValue } from 'firebase-admin/firestore';
import { beforeAll, describe, expect, it } from 'vitest';
import { api, nextOf, pagesOf, type TestAnswer } from '../testing/api.ts';
import { aComment, storeComments } from '../testing/comments.ts';
import { seedPost, stored, storedAll } from '../testing/posts.ts';
import { clock, db, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';
import { findableUpgrade } from './findable-upgrade.repository.ts';

let moderator: TestUser;
let reader: TestUser;

/** One text in a draft and in a page; the same words as comments. */
const TEXTS = [
  [
    'Kimchi at home',
    'The cabbages ferment for a week. Salt first, then **patience**, and at the end of it all a cellar.',
  ],
  ['Walking the Dolomites', 'We crossed three passes and slept in a [refuge](https://example.com) above Cortina.'],
  ['東京の朝', '築地市場で朝ごはんを食べました。'],
  ['Café society', 'Everybody spoke of the élite and their naïve manners.'],
  ['القهوة', 'شربنا القهوة في السوق القديم'],
] as const;

const titles = ({ body }: TestAnswer): string[] => body.map(({ title }: { title: string }) => title);
const searchedFor = ({ headers }: TestAnswer): string | null => {
  const text = headers.get('x-searched-for');
  return text === null ? null : decodeURIComponent(text);
};
const find = (list: 'posts' | 'pages' | 'comments', q: string, more = '') =>
  api.get(`/api/admin/${list}?q=${encodeURIComponent(q)}${more}`, moderator);

beforeAll(async () => {
  await resetFirestore();
  [moderator, reader] = await Promise.all([signIn({ role: 'moderator' }), signIn()]);
  for (const [n, [title, content]] of TEXTS.entries()) {
    clock.advance(1_000);
    const post = await api.post('/api/posts', { title, content }, moderator);
    expect(post.status).toBe(201);
    expect((await api.post('/api/admin/pages', { title, slug: `page-${n}`, content }, moderator)).status).toBe(201);
    const comment = { ...aComment({ id: `comment-${n}`, postId: post.body.id, authorId: reader.id }), content };
    await storeComments([{ ...comment, createdAt: clock.now() }]);
  }
});

const [KIMCHI, DOLOMITES, TOKYO, CAFE, COFFEE] = TEXTS.map(([title]) => title);

describe.each([
  ['a word of the text', 'cellar', KIMCHI],
  ['its other form', 'fermenting', KIMCHI],
  ['the form that is in the text', 'passes', DOLOMITES],
  ['an irregular form', 'sleep', DOLOMITES],
  ['two words far apart', 'cellar cabbage', KIMCHI],
  ['a word in bold', 'patience', KIMCHI],
  ['a typing error', 'cabages', KIMCHI],
  ['a typing error in a word that no published post has', 'refgue', DOLOMITES],
  ['a right word and a wrong one', 'salt patiense', KIMCHI],
  ['a word without its accent', 'elite', CAFE],
  ['a word with an accent too many', 'mannérs', CAFE],
  ['a Japanese word', '市場', TOKYO],
  ['an Arabic word without its article', 'قهوة', COFFEE],
])('%s', (_kind, q, title) => {
  const content = TEXTS.find(([one]) => one === title)?.[1];

  it('finds the draft, the page and the comment', async () => {
    expect(titles(await find('posts', q))).toEqual([title]);
    expect(titles(await find('pages', q))).toEqual([title]);
    expect((await find('comments', q)).body).toMatchObject([{ content }]);
  });
});

describe('the staff search', () => {
  it('returns the corrected query', async () => {
    expect(searchedFor(await find('posts', 'cabages'))).toBe('cabbages');
    expect(searchedFor(await find('comments', 'Salt patiense'))).toBe('Salt patience');
    expect(searchedFor(await find('posts', 'cabages CABAGES'))).toBe('cabbages cabbages');
    expect(searchedFor(await find('posts', 'cabbages'))).toBeNull();
    expect(searchedFor(await find('posts', 'xylophone'))).toBeNull();
    expect(titles(await find('posts', 'xylophone'))).toEqual([]);
  });

  it('does not find addresses of links or Markdown syntax', async () => {
    for (const q of ['https', 'example'])
      for (const list of ['posts', 'pages'] as const) expect(titles(await find(list, q))).toEqual([]);
  });

  it('applies the filters, and counts', async () => {
    const published = await api.post(
      '/api/posts',
      { title: 'Sauerkraut', content: 'Cabbage.', isPublished: true },
      moderator,
    );
    expect(published.status).toBe(201);

    const all = await find('posts', 'cabbage');
    expect([titles(all), all.headers.get('x-total-count')]).toEqual([['Sauerkraut', KIMCHI], '2']);
    expect(titles(await find('posts', 'cabbage', '&status=draft'))).toEqual([KIMCHI]);
    expect(titles(await find('posts', 'cabages', '&status=published'))).toEqual(['Sauerkraut']);
    expect(titles(await find('posts', 'cabbage', `&authorId=${reader.id}`))).toEqual([]);
    const next = await find('posts', 'cabbage', '&limit=1');
    expect([titles(next), titles(await api.get(nextOf(next) ?? '', moderator))]).toEqual([['Sauerkraut'], [KIMCHI]]);
    await api.delete(`/api/posts/${published.body.id}`, moderator);
    expect(titles(await find('posts', 'cabages', '&status=trash'))).toEqual(['Sauerkraut']);
    expect(titles(await find('posts', 'cabbage'))).toEqual([KIMCHI]);
  });

  it('finds words at the end of long texts, also in scripts without spaces', async () => {
    const japanese = Array.from({ length: 4_000 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
    const english = Array.from({ length: 2_000 }, (_, n) => `${String.fromCharCode(97 + (n % 26))}${n}`).join(' ');
    const long = { title: 'Long', content: `${japanese}\n\n市場${'\n\nごはん'}` };
    for (const text of [long, { title: 'Longer', content: `${english} marzipan` }])
      expect((await api.post('/api/posts', text, moderator)).status).toBe(201);

    expect(titles(await find('posts', 'ごはん'))).toEqual(['Long', TOKYO]);
    expect(titles(await find('posts', 'marzipan'))).toEqual(['Longer']);
  });

  it('reflects changes: a saved text, an edited comment, a deleted one', async () => {
    const post = await api.post('/api/posts', { title: 'Saved', content: 'About tomatoes.' }, moderator);
    expect(titles(await find('posts', 'tomato'))).toEqual(['Saved']);
    await api.patch(`/api/posts/${post.body.id}`, { content: 'About aubergines.' }, moderator);
    expect(titles(await find('posts', 'tomatoes'))).toEqual([]);
    expect(titles(await find('posts', 'aubergine'))).toEqual(['Saved']);

    const shown = await api.post('/api/posts', { title: 'Open', content: 'C', isPublished: true }, moderator);
    const comment = await api.post(`/api/posts/${shown.body.id}/comments`, { content: 'Radishes' }, moderator);
    expect((await find('comments', 'radish')).body).toHaveLength(1);
    await api.patch(`/api/comments/${comment.body.id}`, { content: 'Turnips' }, moderator);
    expect((await find('comments', 'radishes')).body).toEqual([]);
    expect((await find('comments', 'turnip')).body).toHaveLength(1);
    await api.delete(`/api/comments/${comment.body.id}`, moderator);
    expect((await find('comments', 'turnip')).body).toEqual([]);
  });

  it('of comments applies the filters, and is sorted by newest', async () => {
    const id = 'comment-0';
    await api.patch(`/api/admin/comments/${id}`, { state: 'hidden' }, moderator);

    expect((await find('comments', 'fermented', '&state=hidden')).body).toMatchObject([{ id }]);
    expect((await find('comments', 'fermented', '&state=visible')).body).toEqual([]);
    expect((await find('comments', 'fermented', '&state=reported')).body).toEqual([]);
    expect((await find('comments', 'fermented', `&userId=${reader.id}`)).body).toMatchObject([{ id }]);
    expect((await find('comments', 'fermented', `&userId=${moderator.id}`)).body).toEqual([]);
    expect((await find('comments', 'fermented', '&postId=another')).body).toEqual([]);
    const refused = await find('comments', 'fermented', '&state=reported&sort=reports');
    expect([refused.status, refused.text]).toEqual([400, 'Search results are always newest first']);
    expect((await find('comments', 'x'.repeat(201))).status).toBe(400);
  });

  it('keeps its corrected query on further pages, even once something matches the original', async () => {
    const post = (title: string) => api.post('/api/posts', { title, content: 'Pumpernickel' }, moderator);
    for (const title of ['Older', 'Newer']) expect((await post(title)).status).toBe(201);
    const first = await find('posts', 'pumpernikel', '&limit=1');
    expect([titles(first), searchedFor(first)]).toEqual([['Newer'], 'pumpernickel']);
    await api.post('/api/posts', { title: 'Typed', content: 'Pumpernikel' }, moderator);

    const second = await api.get(nextOf(first) ?? '', moderator);

    expect([titles(second), searchedFor(second)]).toEqual([['Older'], 'pumpernickel']);
  });

  it('acts on all posts found for the corrected query', async () => {
    const filter = { q: 'cabages', status: 'draft' };
    const run = await api.post('/api/admin/posts/bulk/runs', { action: 'publish', filter, count: 1 }, moderator);

    expect(run.body).toMatchObject({ total: 1, done: 1 });
    expect(titles(await find('posts', 'cabbages', '&status=published'))).toEqual([KIMCHI]);
  });

  it('ranks words of the title first, as typed before other forms, then newest; or only by newest', async () => {
    const { id } = await seedPost({ title: 'Letter one', content: 'To a friend.' });
    for (const [title, content] of [
      ['Borrow checker, again', 'It complains about references.'],
      ['Borrowed time', 'A novel.'],
      ['Five texts', 'A letter about libraries that let you borrow tools.'],
      ...['Mail', 'Stamps', 'Post'].map((one) => [one, 'Every letter counts.']),
      ['Ink', 'Letters, and somebody who borrows.'],
    ]) {
      clock.advance(1_000);
      await seedPost({ title: title ?? '', content: content ?? '' });
    }

    const borrow = ['Borrow checker, again', 'Borrowed time', 'Ink', 'Five texts'];
    expect(titles(await find('posts', 'borrow'))).toEqual(borrow);
    const letters = ['Letter one', 'Ink', 'Post', 'Stamps', 'Mail', 'Five texts'];
    expect(titles(await find('posts', 'Letter'))).toEqual(letters);
    expect(titles(await find('posts', 'Letter', '&sort=created'))).toEqual([
      ...['Ink', 'Post', 'Stamps', 'Mail', 'Five texts', 'Letter one'],
    ]);
    expect(titles(await find('posts', 'letter borrow'))).toEqual(['Ink', 'Five texts']);

    const pages = await pagesOf('/api/admin/posts?q=letter&limit=4', moderator);
    expect(pages.map(({ headers }) => headers.get('x-total-count'))).toEqual(['6', '6']);
    expect(pages.map(titles)).toEqual([letters.slice(0, 4), letters.slice(4)]);

    // The index decides about a single short word, so that the number of all matches is known.
    const { title, ...copy } = (await stored(`posts/${id}`)) ?? {};
    const batch = db.batch();
    for (let n = 0; n < 196; n += 1) batch.set(db.doc(`posts/copy-${n}`), { ...copy, title: `Letter ${n}` });
    await batch.commit();
    const many = await find('posts', 'letter', '&limit=3');
    expect([titles(many), many.headers.get('x-total-count')]).toEqual([['Ink', 'Post', 'Stamps'], '202']);
    const second = await api.get(nextOf(many) ?? '', moderator);
    expect(titles(second).slice(0, 2)).toEqual(['Mail', 'Five texts']);
    expect(many.reads).toBeLessThanOrEqual(204);
  });

  it('hides words of unpublished texts from readers: they are never suggested', async () => {
    await find('posts', 'refgue');

    const found = await api.get('/api/search?q=refgue');
    expect(found.body).toMatchObject({ items: [], meant: null });
    expect((await api.get('/api/search/suggestions?q=ref')).text).not.toContain('refuge');
  });

  it('finds older documents once they are upgraded', { tags: 'thorough' }, async () => {
    const before = { posts: ['k', 'ki', 'kimchi', 'walking'], pages: ['k'], comments: FieldValue.delete() };
    for (const [collection, wordPrefixes] of Object.entries(before)) {
      const { docs } = await db.collection(collection).get();
      for (const { ref } of docs) await ref.update({ wordPrefixes, schemaVersion: 6 });
    }
    expect(titles(await find('posts', 'Cortina'))).toEqual([]);

    const upgrade = findableUpgrade(db);
    for (let cursor: unknown = null, rounds = 0; rounds < 10; rounds += 1) {
      const { next } = await upgrade.step(cursor);
      if (next === null) break;
      cursor = next;
    }

    expect(titles(await find('posts', 'Cortina'))).toEqual([DOLOMITES]);
    expect(titles(await find('pages', 'Cortina'))).toEqual([DOLOMITES]);
    expect((await find('comments', 'Cortina')).body).toHaveLength(1);
    for (const collection of Object.keys(before)) {
      const versions = Object.values(await storedAll(collection)).map(({ schemaVersion }) => schemaVersion);
      expect(new Set(versions)).toEqual(new Set([12]));
    }
  });
});
