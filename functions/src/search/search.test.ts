import { FieldValue } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, it } from 'vitest';
import { createContent } from '../compose/content.ts';
import { createWork } from '../compose/work.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { api } from '../testing/api.ts';
import { seedCategory, seedPost, stored } from '../testing/posts.ts';
import { clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { signIn } from '../testing/users.ts';
import { createUserRepository } from '../users/users.repository.ts';
import { authorJob } from './author.job.ts';
import { entryUpgrade, titleUpgrade } from './entry-upgrade.repository.ts';
import { createKnownWords } from './known-words.ts';
import { createSearchIndex } from './search-index.repository.ts';
import { createSearchWords } from './search-words.repository.ts';

beforeEach(resetFirestore);

const find = async (q: string, limit = 8) => {
  const res = await api.get(`/api/posts/search?q=${encodeURIComponent(q)}&limit=${limit}`);
  expect([q, res.status]).toEqual([q, 200]);
  return res.body.map(({ title }: { title: string }) => title);
};

describe('GET /api/posts/search', () => {
  it('finds beginnings of words in title, excerpt, category and author, and whole words in the text', async () => {
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
    for (const q of ['lamps', 'our', 'harbour missing']) expect([q, await find(q)]).toEqual([q, []]);
  });

  it('sorts title matches first, then by popularity', async () => {
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

  it('ranks title words above views, even for several words, and whole words above beginnings', async () => {
    const viewed = async (title: string, content: string, views: number) => {
      const post = await seedPost({ title, content });
      for (let n = 0; n < views; n += 1) await api.post(`/api/posts/${post.id}/view`);
    };
    await viewed('Of flour', 'bread recipe', 20);
    await viewed('Breadcrumbs', 'a recipe', 10);
    await viewed('Bread', 'a recipe', 0);

    expect(await find('bread')).toEqual(['Bread', 'Breadcrumbs', 'Of flour']);
    expect(await find('bread recipe')).toEqual(['Bread', 'Breadcrumbs', 'Of flour']);
  });

  it('finds a word of a title behind more than 40 more popular posts with that word', async () => {
    await seedPost({ title: 'Bread', content: 'a recipe' });
    const others = await Promise.all(
      Array.from({ length: 45 }, (_, n) => seedPost({ title: `Loaf ${n}`, content: 'bread recipe' })),
    );
    await Promise.all(others.map(({ id }) => api.post(`/api/posts/${id}/view`)));

    expect((await find('bread'))[0]).toBe('Bread');
    expect((await find('bread recipe'))[0]).toBe('Bread');
    expect(await find('bread', 50)).toHaveLength(42);
  });

  it('finds words of titles in older entries after their upgrade', { tags: 'thorough' }, async () => {
    const { id } = await seedPost({ title: 'Bread', content: 'x' });
    await Promise.all(Array.from({ length: 45 }, (_, n) => seedPost({ title: `Loaf ${n}`, content: 'bread' })));
    const entry = db.doc(`searchIndex/${id}`);
    await entry.update({ tokens: ['br', 'bre', 'brea', 'bread', 'x'], popularity: -1, schemaVersion: 1 });
    expect(await find('bread')).not.toContain('Bread');

    await titleUpgrade(db).step(null);
    clock.advance(60_000);

    expect((await find('bread'))[0]).toBe('Bread');
    expect((await entry.get()).data()).toMatchObject({
      schemaVersion: 4,
      tokens: expect.arrayContaining(['^br', 'x']),
    });
  });

  it('returns the number of results, up to 40', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => seedPost({ title: `Whale ${n}`, content: 'x' })));
    const count = async (q: string) => (await api.get(`/api/posts/search?q=${q}&limit=8`)).headers.get('x-total-count');

    expect(await count('nowhere')).toBe('0');
    expect(await count('whale')).toBe('40');
    await seedPost({ title: 'Whale 40', content: 'x' });
    clock.advance(60_000);
    expect(await count('whales')).toBeNull();
    expect(await count('whale')).toBeNull();
    expect(await count('whale%2040')).toBe('1');
  });

  it('shows the current counters', async () => {
    const post = await seedPost({ title: 'Counting' });
    await api.post(`/api/posts/${post.id}/view`);

    const [found] = (await api.get('/api/posts/search?q=counting')).body;
    expect(found).toMatchObject({ id: post.id, viewCount: 1 });
  });

  it('finds words of any script, by any spelling and by their beginning', async () => {
    const found: readonly [title: string, ...queries: string[]][] = [
      ['東京タワーの夜景', 'タワー', '夜景', '京'],
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
    ];
    for (const [title] of found) await seedPost({ title });

    for (const [title, ...queries] of found) for (const q of queries) expect(await find(q), q).toEqual([title]);
  });

  it('never shows unpublished posts, and reflects publication', async () => {
    const draft = await seedPost({ title: 'Secret plans', isPublished: false });
    const moderator = await signIn({ role: 'moderator' });

    expect(await find('secret')).toEqual([]);
    await api.patch(`/api/posts/${draft.id}`, { isPublished: true }, moderator);
    expect(await find('secret')).toEqual(['Secret plans']);
    await api.patch(`/api/posts/${draft.id}`, { title: 'Open plans' }, moderator);
    expect(await find('secret')).toEqual([]);
    expect(await find('open')).toEqual(['Open plans']);
  });

  it('reflects a renamed author', async () => {
    const author = await signIn({ role: 'moderator', displayName: 'George Sand' });
    await seedPost({ title: 'Consuelo', authorId: author.id });

    const res = await api.patch(`/api/users/${author.id}`, { displayName: 'Amantine Dupin' }, author);

    expect(res.status).toBe(200);
    expect(await find('sand')).toEqual([]);
    expect(await find('dupin')).toEqual(['Consuelo']);
    expect((await api.get('/api/posts')).body[0].author.displayName).toBe('Amantine Dupin');
  });

  it('reflects a renamed author of many posts even after an interruption', { tags: 'thorough' }, async () => {
    const author = await signIn({ role: 'moderator', displayName: 'George Sand' });
    await Promise.all(Array.from({ length: 60 }, (_, n) => seedPost({ title: `Letter ${n}`, authorId: author.id })));
    const users = createUserRepository(db, createPictureTable(db));
    const job = { ...authorJob(author.id), id: 'renaming' };

    // The instance ends here, before the job starts.
    await users.updateProfile(author.id, { displayName: 'Amantine Dupin' }, clock.now(), job);
    expect(await find('dupin')).toEqual([]);
    await createWork(dependencies)();
    clock.advance(10_000);

    expect(await stored('jobs/renaming')).toMatchObject({ status: 'done', done: 60 });
    expect(await find('sand')).toEqual([]);
    expect((await find('dupin')).length).toBeGreaterThan(0);
  });

  it('finds other forms of words, in titles and texts, and two distant words', async () => {
    const far = Array.from({ length: 300 }, (_, n) => `filler${n}`).join(' ');
    await seedPost({ title: 'Evening', content: `The lighthouse keeper. ${far} They were repairing boats.` });
    await Promise.all(Array.from({ length: 45 }, (_, n) => seedPost({ title: `Boats ${n}`, content: 'lighthouses' })));

    for (const q of ['keepers', 'lighthouses repaired', 'repairs keeper', 'evenings boat repair']) {
      expect([q, await find(q)]).toEqual([q, ['Evening']]);
    }
  });

  it('finds two adjacent words behind more than 40 posts that have both', { tags: 'thorough' }, async () => {
    await Promise.all(
      Array.from({ length: 45 }, (_, n) => seedPost({ title: `Evening ${n}`, content: 'Boats came. The bells rang.' })),
    );
    const ferries = ['The ferry 0', 'The ferry 1', 'The ferry 2'];
    for (const title of ferries) await seedPost({ title, content: 'On it one hears the bells boats carry.' });

    expect((await find('bells boats', 3)).sort()).toEqual(ferries);
    expect((await find('bell boat', 3)).sort()).toEqual(ferries);
    expect(await find('boats bells')).toHaveLength(8);
  });

  it('finds a published post with typing errors immediately, but never unpublished posts', async () => {
    const moderator = await signIn({ role: 'moderator' });
    expect(await find('observatroy')).toEqual([]);
    clock.advance(1_000);
    const post = await seedPost({ title: 'The observatory', content: 'Telescopes for everybody' });
    await seedPost({ title: 'Secret', content: 'A periscope', isPublished: false });

    for (const q of ['observatroy', 'obsevatory telescops', 'telesope']) {
      expect([q, await find(q)]).toEqual([q, ['The observatory']]);
    }
    expect(await find('perisope')).toEqual([]);
    await api.patch(`/api/posts/${post.id}`, { isPublished: false }, moderator);
    expect(await find('observatroy')).toEqual([]);
  });

  it('does not correct existing words, numbers, and words unlike any other', async () => {
    await seedPost({ title: 'Harbour 2024' });
    await seedPost({ title: 'Labour' });

    expect(await find('labour')).toEqual(['Labour']);
    expect(await find('harbour 2025')).toEqual([]);
    expect(await find('xylophone')).toEqual([]);
  });

  it('knows stored words on a new instance, without reading the posts', { tags: 'thorough' }, async () => {
    await Promise.all(Array.from({ length: 12 }, (_, n) => seedPost({ title: `Dragonfly ${n}` })));
    await createWork(dependencies)();
    const words = createSearchWords(db, dependencies.bucket);
    const read = { entries: 0 };
    const after: typeof words.after = async (...given) => {
      const found = await words.after(...given);
      read.entries += found.entries.length;
      return found;
    };
    const known = createKnownWords({ words: { ...words, after }, clock, onError: (error) => expect(error).toBeNull() });

    const vocabulary = await known.newest();

    expect(vocabulary.similarTo('dragnofly', 1)).toEqual([{ word: 'dragonfly', errors: 1 }]);
    expect([vocabulary.entries, read.entries]).toEqual([12, 0]);
    await seedPost({ title: 'Damselfly' });
    clock.advance(1_000);
    expect((await known.newest()).countOf('damselfly')).toBe(1);
    expect(read.entries).toBe(1);
  });

  it('finds posts by their tags, including renamed and merged ones, but not by internal ones', async () => {
    const admin = await signIn({ role: 'admin' });
    const tea = await api.post('/api/admin/tags', { name: 'Oolong' }, admin);
    const other = await api.post('/api/admin/tags', { name: 'Beverages' }, admin);
    await api.post('/api/admin/tags', { name: '#backlog' }, admin);
    await seedPost({ title: 'Leaves', tags: ['Oolong', '#backlog'] });

    expect([await find('oolong'), await find('backlog')]).toEqual([['Leaves'], []]);
    await api.patch(`/api/admin/tags/${tea.body.id}`, { name: 'Darjeeling' }, admin);
    expect([await find('oolong'), await find('darjeeling leaves')]).toEqual([[], ['Leaves']]);
    await api.post(`/api/admin/tags/${tea.body.id}/merge`, { into: other.body.id }, admin);
    expect([await find('darjeeling'), await find('beverage')]).toEqual([[], ['Leaves']]);
  });

  it('returns the passage with the words if title and excerpt lack them, for entries of any version', async () => {
    const pier = await seedPost({ title: 'Pier', excerpt: 'On wood.', content: 'A **zeppelin** flew over it.' });
    await seedPost({ title: 'Zeppelins', content: 'No zeppelin was seen.' });
    await db.doc(`searchIndex/${pier.id}`).update({ shown: FieldValue.delete(), schemaVersion: 10 });

    const { items, passages } = (await api.get('/api/search?q=zeppelin')).body;

    expect(items.map(({ title }: { title: string }) => title)).toEqual(['Zeppelins', 'Pier']);
    expect(passages).toEqual([null, 'A zeppelin flew over it.']);
  });

  it('returns the corrected query and the matched words, filtered and newest first', async () => {
    const admin = await signIn({ role: 'admin' });
    const category = await seedCategory('Coast');
    const [old] = [await seedPost({ title: 'Harbours', tags: ['Boats'], authorId: admin.id })];
    clock.advance(1_000);
    await seedPost({ title: 'Quay', content: 'The harbour sleeps.', categoryId: category.id });
    const answer = async (query: string) => {
      const { status, body } = await api.get(`/api/search?${query}`);
      expect([query, status]).toEqual([query, 200]);
      return { ...body, items: body.items.map(({ title }: { title: string }) => title) };
    };
    const year = new Date(old.publishedAt ?? 0).getUTCFullYear();

    expect(await answer('q=harbour')).toEqual({
      items: ['Harbours', 'Quay'],
      total: 2,
      words: ['harbours', 'harbour'],
      meant: null,
      isCorrected: false,
      passages: [null, null],
      filters: {
        categories: [{ id: category.id, name: 'Coast' }],
        tags: [{ name: 'Boats', slug: 'boats' }],
        authors: expect.arrayContaining([{ id: admin.id, name: admin.displayName }]),
        years: [year],
      },
    });
    expect(await answer('q=The%20harbuor')).toMatchObject({ items: ['Quay'], meant: 'The harbour', isCorrected: true });
    expect((await answer('q=harbour&sort=newest')).items).toEqual(['Quay', 'Harbours']);
    for (const [filter, items] of [
      [`categoryId=${category.id}`, ['Quay']],
      ['tag=boats', ['Harbours']],
      ['tag=nowhere', []],
      [`authorId=${admin.id}`, ['Harbours']],
      [`year=${year}`, ['Harbours', 'Quay']],
      [`year=${year - 1}`, []],
      [`year=${year}&tag=boats&sort=newest`, ['Harbours']],
    ] as const) {
      expect([filter, (await answer(`q=harbour&${filter}`)).items]).toEqual([filter, items]);
    }
    for (const query of ['', 'q=a&year=20', 'q=a&sort=views', 'q=a&categoryId=x', 'q=a&limit=101']) {
      expect([query, (await api.get(`/api/search?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('finds several words in older entries, before and after their upgrade', async () => {
    const { id } = await seedPost({ title: 'Bread', content: 'We kneaded the dough.' });
    const entry = db.doc(`searchIndex/${id}`);
    const before = { tokens: ['^bread', 'bread', 'kneaded', 'dough'], title: ' bread ', head: ' bread ' };
    await entry.set({ ...before, body: ' we kneaded the dough ', popularity: 0, schemaVersion: 4 });
    const index = createSearchIndex(db);
    const { search } = createContent({ db, clock });
    const titles = async (q: string) => (await search.find(null, q, 8)).items.map(({ title }) => title);

    expect([await titles('bread dough'), await titles('kneading')]).toEqual([['Bread'], []]);
    await entryUpgrade(db, index).step(null);
    clock.advance(60_000);

    expect([await titles('bread dough'), await titles('kneading dough')]).toEqual([['Bread'], ['Bread']]);
    expect((await entry.get()).get('schemaVersion')).toBe(11);
  });

  it('finds nothing if there are no words', async () => {
    await seedPost();

    for (const q of ['!!!', '"', '*', '🙂', '\u0000', '%', '( )', '\u0301', '\\', '$where', '__proto__'])
      expect(await find(q), q).toEqual([]);
  });

  it('refuses queries without words, too long, or with a wrong limit', async () => {
    for (const query of [
      ...['', 'q=', 'q=%20%20', 'q=a&q=b', 'q[]=a', `q=${'x'.repeat(201)}`],
      ...['q=a&limit=0', 'q=a&limit=101', 'q=a&limit=x'],
    ])
      expect((await api.get(`/api/posts/search?${query}`)).status, query).toBe(400);
  });

  it('handles texts that grow when normalized, and very long words', { tags: 'thorough' }, async () => {
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

  it('finds a post with very many words within the limit of the index', async () => {
    const words = Array.from({ length: 20_000 }, (_, n) => `w${n.toString(36)}`);
    const post = await seedPost({ title: 'Dictionary', content: words.join(' ') });

    expect(await find('dictionary w5')).toEqual(['Dictionary']);
    const entry = await db.doc(`searchIndex/${post.id}`).get();
    expect(entry.get('tokens').length).toBeLessThanOrEqual(6_000);
  });
});
