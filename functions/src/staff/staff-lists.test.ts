import type { Role } from '@inkwell/shared/roles';
import { STAFF_LIST_LIMITS } from '@inkwell/shared/staff-lists';
import { ONLINE_MS } from '@inkwell/shared/users';
import { FieldValue } from 'firebase-admin/firestore';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { authorsUpgrade } from '../posts/moves/moved-posts.repository.ts';
import { api, nextOf, pagesOf, type TestAnswer } from '../testing/api.ts';
import { seedCategory, seedPost, stored } from '../testing/posts.ts';
import { clock, db, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';
import { newAccount } from '../users/accounts.service.ts';
import { findableUser } from '../users/users.converter.ts';
import { createUserRepository } from '../users/users.repository.ts';

const totalOf = ({ headers }: TestAnswer) => headers.get('x-total-count');

/** All items of a list, page by page, and the documents that each page read. */
async function readAll(path: string, user: TestUser) {
  const pages = await pagesOf(path, user);
  for (const { status } of pages) expect(status).toBe(200);
  return { items: pages.flatMap(({ body }): { id: string }[] => body), pages };
}

/** Every combination of absent and present values. */
function combinations(values: Readonly<Record<string, readonly string[]>>): Record<string, string>[] {
  return Object.entries(values).reduce<Record<string, string>[]>(
    (all, [name, options]) => all.flatMap((one) => [one, ...options.map((option) => ({ ...one, [name]: option }))]),
    [{}],
  );
}

const titles = ({ body }: TestAnswer) => body.map(({ title }: { title: string }) => title);

describe('the list of posts', () => {
  let moderator: TestUser;

  beforeAll(async () => {
    await resetFirestore();
    moderator = await signIn({ role: 'moderator' });
  });

  it('finds the beginning of any word of the title, including unpublished posts, newest first', async () => {
    for (const title of [
      'Éclairs at Dawn',
      'The eclipse of 2026',
      'ECLECTIC readers',
      'Nothing of the kind',
      '日本語の本',
    ]) {
      await seedPost({ title, isPublished: title !== 'ECLECTIC readers' });
      clock.advance(1_000);
    }
    const find = (q: string) => api.get(`/api/admin/posts?q=${encodeURIComponent(q)}`, moderator);

    expect(titles(await find('ecl'))).toEqual(['ECLECTIC readers', 'The eclipse of 2026', 'Éclairs at Dawn']);
    expect(titles(await find('É'))).toEqual(['ECLECTIC readers', 'The eclipse of 2026', 'Éclairs at Dawn']);
    expect(titles(await find('2026 the'))).toEqual(['The eclipse of 2026']);
    expect(titles(await find('本語'))).toEqual(['日本語の本']);
    expect(titles(await find('lips'))).toEqual([]);
    expect([titles(await find('!?')), totalOf(await find('!?'))]).toEqual([[], '0']);
    expect(totalOf(await find('ecl'))).toBe('3');
    expect(titles(await find(' ')).length).toBe(5);
  });

  it('reflects a new title and deletions', async () => {
    const { id } = await seedPost({ title: 'Old harbour' });

    await api.patch(`/api/posts/${id}`, { title: 'Young lighthouse' }, moderator);

    expect((await api.get('/api/admin/posts?q=harb', moderator)).body).toEqual([]);
    expect(titles(await api.get('/api/admin/posts?q=young%20lighthous', moderator))).toEqual(['Young lighthouse']);
    await api.delete(`/api/posts/${id}`, moderator);
    expect((await api.get('/api/admin/posts?q=young', moderator)).body).toEqual([]);
  });

  it('filters and sorts by any combination', async () => {
    await resetFirestore();
    moderator = await signIn({ role: 'moderator' });
    const [one, other] = [await seedCategory(), await seedCategory()];
    for (let n = 0; n < 12; n += 1) {
      const authorId = n % 3 === 0 ? 'ada' : 'mary';
      const categoryId = [one.id, other.id, null][n % 4] ?? null;
      const { id } = await seedPost({ title: `Word ${n}`, authorId, categoryId, isPublished: n % 5 > 1 });
      // Some have Ada as their second author.
      if (n % 4 === 1) await db.doc(`posts/${id}`).update({ authorIds: [authorId, 'ada'] });
      await db.doc(`posts/${id}`).update({ views: n % 4, commentsCount: (n * 7) % 5 });
      if (n % 5 === 0) {
        const publishAt = new Date(clock.now().getTime() + 86_400_000).toISOString();
        await api.patch(`/api/posts/${id}`, { publishAt }, moderator);
      }
      clock.advance(1_000);
    }
    // Caches must not expire meanwhile, because reads are counted.
    await clock.stopped(async () => {
      const all = (await readAll('/api/admin/posts', moderator)).items as (Record<string, unknown> & { id: string })[];
      expect(all).toHaveLength(12);
      const authorsOf = (post: Record<string, unknown>) => (post.authors as { id: string }[]).map(({ id }) => id);
      expect(all.filter((post) => post.authorId !== 'ada' && authorsOf(post).includes('ada')).length).toBeGreaterThan(
        1,
      );
      const field = { created: 'createdAt', views: 'views', comments: 'commentsCount' } as const;
      const [categoryId, authorId, status, q] = [String(one.id), 'ada', 'scheduled', 'wo'];
      const choices: Readonly<Record<string, string>>[] = [
        ...[{}, { status }, { categoryId }, { authorId }, { status, categoryId, authorId }],
        ...[{ sort: 'views' }, { sort: 'views', categoryId, authorId }, { sort: 'comments', status: 'published' }],
        ...[{ q }, { q, status }, { q, categoryId, authorId }],
      ];

      for (const choice of choices) {
        const { sort = 'created' } = choice;
        const expected = all
          .filter((post) => !choice.status || post.status === choice.status)
          .filter((post) => !choice.categoryId || post.categoryId === Number(categoryId))
          .filter((post) => !choice.authorId || authorsOf(post).includes(authorId));
        const by = field[sort as keyof typeof field];

        const { items, pages } = await readAll(
          `/api/admin/posts?${new URLSearchParams({ ...choice, limit: '7' })}`,
          moderator,
        );

        expect(new Set(items.map(({ id }) => id)), JSON.stringify(choice)).toEqual(
          new Set(expected.map(({ id }) => id)),
        );
        expect(items).toHaveLength(expected.length);
        const values = items.map((item) => (item as Record<string, unknown>)[by] as string | number);
        expect(values).toEqual([...values].sort((a, b) => (a < b ? 1 : -1)));
        expect(pages.map(totalOf)).toEqual(pages.map(() => String(expected.length)));
        // With words, all posts with the rarest word, or by the author, are read: here at most 12.
        for (const { reads } of pages) expect(reads).toBeLessThanOrEqual(choice.q ? 12 + 3 : 7 + 1);
      }
    });
  });

  it('filters by tag, series, language, picture and dates, together and in any order', async () => {
    await resetFirestore();
    moderator = await signIn({ role: 'moderator' });
    const category = await seedCategory();
    const series = (await api.post('/api/admin/series', { name: 'Letters' }, moderator)).body;
    const at = (n: number) => new Date(clock.now().getTime() + n * 86_400_000).toISOString();
    const seeded: { id: string; createdAt: string; tagIds: string[] }[] = [];
    for (let n = 0; n < 12; n += 1) {
      const publishAt = n % 3 === 1 ? at(11 - n) : null;
      const fields = {
        title: `Word ${n}`,
        isPublished: n % 3 === 2,
        publishAt,
        tags: n % 2 ? ['Tea'] : ['Milk'],
        language: n % 4 ? null : 'de',
        seriesId: n % 5 ? null : series.id,
        categoryId: n % 4 === 3 ? null : category.id,
        authorId: n % 3 ? 'ada' : 'mary',
      };
      seeded.push(await seedPost(fields));
      if (n % 6 === 0) await db.doc(`posts/${seeded[n]?.id}`).update({ featuredImage: 'https://example.com/a.png' });
      await db.doc(`posts/${seeded[n]?.id}`).update({ views: n % 4 });
      // Older posts lack these fields, and the other queries find them.
      if (n === 11) {
        const fields = ['language', 'seriesId', 'seriesPlace', 'tagIds'].map((field) => [field, FieldValue.delete()]);
        await db.doc(`posts/${seeded[n]?.id}`).update(Object.fromEntries(fields));
      }
      clock.advance(1_000);
    }
    const [tea, since, until, dueBefore] = [
      seeded[1]?.tagIds[0] ?? '',
      seeded[3]?.createdAt ?? '',
      seeded[9]?.createdAt ?? '',
      at(6.5),
    ];
    const fits: Readonly<Record<string, (n: number) => boolean>> = {
      tagId: (n) => n % 2 === 1 && n !== 11,
      seriesId: (n) => n % 5 === 0,
      language: (n) => n % 4 === 0,
      picture: (n) => n % 6 !== 0,
      since: (n) => n >= 3,
      until: (n) => n < 9,
      dueBefore: (n) => n % 3 === 1 && 11 - n < 6.5,
      authorId: (n) => n % 3 !== 0,
      categoryId: (n) => n % 4 !== 3,
      status: (n) => n % 3 === 1,
    };
    const values = { tagId: tea, seriesId: series.id, language: 'de', picture: 'none', since, until, dueBefore };
    const more = { ...values, authorId: 'ada', categoryId: String(category.id), status: 'scheduled' };
    const only = (...names: (keyof typeof more)[]) => Object.fromEntries(names.map((name) => [name, more[name]]));
    const choices = [
      ...Object.keys(values).map((name) => only(name as keyof typeof more)),
      ...[only('tagId', 'authorId'), only('seriesId', 'categoryId'), only('since', 'until', 'status', 'picture')],
      ...[
        only('tagId', 'language'),
        only('dueBefore', 'authorId', 'tagId', 'categoryId'),
        only('language', 'picture', 'until'),
      ],
      ...[only('tagId', 'picture'), only('seriesId', 'since')].map((choice) => ({ ...choice, sort: 'views' })),
      ...[only('tagId', 'until'), only('seriesId', 'authorId'), only('dueBefore')].map((choice) => ({
        ...choice,
        q: 'word',
      })),
    ];
    for (const choice of choices) {
      const names = Object.keys(choice).filter((name) => name in fits);
      const expected = seeded.filter((_, n) => names.every((name) => fits[name]?.(n))).map(({ id }) => id);
      const { items, pages } = await readAll(
        `/api/admin/posts?${new URLSearchParams({ ...choice, limit: '2' })}`,
        moderator,
      );

      expect(items.map(({ id }) => id).sort(), JSON.stringify(choice)).toEqual([...expected].sort());
      expect(pages.map(totalOf)).toEqual(pages.map(() => String(expected.length)));
      if ('sort' in choice || expected.length === 0) continue;
      const filter = { ...choice, ...('categoryId' in choice && { categoryId: category.id }) };
      const run = { action: 'featured', isFeatured: false, filter, count: expected.length };
      expect((await api.post('/api/admin/posts/bulk/runs', run, moderator)).body).toMatchObject({
        done: expected.length,
      });
    }
    const due = await api.get(`/api/admin/posts?${new URLSearchParams(only('dueBefore'))}`, moderator);
    expect(titles(due)).toEqual(['Word 10', 'Word 7']);
    for (const query of ['picture=some', 'since=yesterday', 'tagId=a/b', 'language=d'])
      expect((await api.get(`/api/admin/posts?${query}`, moderator)).status).toBe(400);
  });

  it('finds posts older than the list of authors by their author, once they are upgraded', async () => {
    const { id } = await seedPost({ title: 'Older', authorId: 'eve' });
    await db.doc(`posts/${id}`).update({ authorIds: FieldValue.delete(), schemaVersion: 1 });
    await authorsUpgrade(db).step(null);

    for (const query of ['authorId=eve', 'authorId=eve&q=old', 'authorId=eve&status=published'])
      expect(titles(await api.get(`/api/admin/posts?${query}`, moderator))).toEqual(['Older']);
  });

  it.each([
    ['q=a&status=draft&categoryId=1&authorId=x', 'At most 2 filters with a search'],
    ['q=a&sort=views', 'Search results can only be sorted by creation'],
    ['sort=title', undefined],
    ['status=gone', undefined],
    [`q=${'a'.repeat(201)}`, 'Search query too long'],
  ])('refuses ?%s', async (query, text) => {
    const answer = await api.get(`/api/admin/posts?${query}`, moderator);

    expect(answer.status).toBe(400);
    if (text) expect(answer.text).toContain(text);
  });

  it('reads at most 200 posts per page for several words, and continues after them', async () => {
    await resetFirestore();
    moderator = await signIn({ role: 'moderator' });
    const { id } = await seedPost({ title: 'Alpha one' });
    const sample = await stored(`posts/${id}`);
    const batch = db.batch();
    const [older, newer] = [210, 250];
    for (let n = 1; n < older + newer; n += 1) {
      const title = n < older ? 'Alpha one' : 'Alpha two';
      const wordPrefixes = n < older ? sample?.wordPrefixes : ['a', 'al', 'alp', 'alph', 'alpha', 't', 'tw', 'two'];
      const createdAt = new Date(clock.now().getTime() + n * 1_000);
      batch.set(db.doc(`posts/p${n}`), { ...sample, title, wordPrefixes, createdAt });
    }
    await batch.commit();

    const { items, pages } = await readAll('/api/admin/posts?q=alpha%20one&limit=50', moderator);

    expect(new Set(items.map((item) => item.id)).size).toBe(older);
    expect(items).toHaveLength(older);
    expect(pages[0]?.body).toEqual([]);
    expect(totalOf(pages[0] as TestAnswer)).toBeNull();
    for (const { reads } of pages) expect(reads).toBeLessThanOrEqual(STAFF_LIST_LIMITS.scanned + 4);
    const rare = await api.get('/api/admin/posts?q=alpha%20two%20missing', moderator);
    expect([rare.body, totalOf(rare)]).toEqual([[], '0']);
    // Plus the newest 100, whose words are compared with unknown ones.
    expect(rare.reads).toBeLessThanOrEqual(5 + 100 + 1);
  });
});

describe('the list of accounts', () => {
  let admin: TestUser;
  const users = createUserRepository(db, createPictureTable(db));

  /** An account as stored after sign-up. */
  async function account(
    id: string,
    fields: { email: string; displayName: string | null; role?: Role; seenMs?: number },
  ) {
    const record = { uid: id, email: fields.email, metadata: { creationTime: clock.now().toISOString() } };
    const made = newAccount(record as Parameters<typeof newAccount>[0], clock.now());
    const lastSeenAt = fields.seenMs === undefined ? null : new Date(clock.now().getTime() - fields.seenMs);
    await users.createIfAbsent({ ...made, displayName: fields.displayName, role: fields.role ?? 'user', lastSeenAt });
    clock.advance(1_000);
  }

  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

  beforeEach(async () => {
    await resetFirestore();
    admin = await signIn({ role: 'admin', displayName: 'Zoe' });
    await db
      .doc(`users/${admin.id}`)
      // Not the generated address, which could begin with a name.
      .update(findableUser({ displayName: 'Zoe', firstName: null, lastName: null, email: 'zoe@example.com' }));
  });

  it('finds names and email addresses, and reflects a new name', async () => {
    await account('ada', { email: 'countess@lovelace.example', displayName: 'Ada King' });
    await account('mary', { email: 'mary@example.org', displayName: 'Märy Adams' });
    const find = async (q: string) => ids((await api.get(`/api/admin/users?q=${encodeURIComponent(q)}`, admin)).body);

    expect(await find('ad')).toEqual(['mary', 'ada']);
    expect(await find('KING a')).toEqual(['ada']);
    expect(await find('countess@lovelace')).toEqual(['ada']);
    expect(await find('mary@example.org')).toEqual(['mary']);
    await users.updateProfile('ada', { displayName: 'Augusta' }, clock.now());
    expect(await find('king')).toEqual([]);
    expect(await find('augu')).toEqual(['ada']);
  });

  it('filters and sorts by any combination', async () => {
    for (let n = 0; n < 14; n += 1) {
      const role = (['user', 'moderator', 'user', 'admin'] as const)[n % 4] ?? 'user';
      const seenMs = [undefined, 100 * ONLINE_MS + n, 0][n % 3];
      await account(`u${n}`, {
        email: `w${n}@example.org`,
        displayName: `Name ${(n * 7) % 11}`,
        role,
        ...(seenMs !== undefined && { seenMs }),
      });
      if (n % 5 === 0 && role !== 'admin') await api.post(`/api/admin/users/u${n}/block`, undefined, admin);
    }
    const { items } = await readAll('/api/admin/users', admin);
    const all = items as {
      id: string;
      role: string;
      isBlocked: boolean;
      isOnline: boolean;
      displayName: string;
      createdAt: string;
      lastSeenAt: string | null;
    }[];
    expect(all).toHaveLength(15);
    const [role, blocked, q] = ['user', 'true', 'na'];
    const choices: Readonly<Record<string, string>>[] = [
      { role },
      { blocked },
      { online: 'true' },
      { online: 'false' },
      { sort: 'name', blocked: 'false' },
      { role, blocked, online: 'false', sort: 'name' },
      { sort: 'lastSeen' },
      { sort: 'lastSeen', online: 'true' },
      { sort: 'lastSeen', online: 'false', role },
      { sort: 'name', online: 'true', role },
      { q, role, blocked },
      { q, online: 'true' },
      { q, online: 'false' },
    ];

    for (const choice of choices) {
      const { online, sort } = choice;
      const expected = all
        .filter((user) => !choice.role || user.role === choice.role)
        .filter((user) => !choice.blocked || user.isBlocked === (choice.blocked === 'true'))
        .filter((user) => !online || user.isOnline === (online === 'true'))
        .filter((user) => !choice.q || user.displayName.startsWith('Name'));

      const found = await readAll(`/api/admin/users?${new URLSearchParams({ ...choice, limit: '8' })}`, admin);

      expect(new Set(ids(found.items)), JSON.stringify(choice)).toEqual(new Set(ids(expected)));
      expect(found.items).toHaveLength(expected.length);
      expect(found.pages.map(totalOf)).toEqual(found.pages.map(() => String(expected.length)));
      const keys = (found.items as typeof all).map((user) => {
        if (sort === 'name') return user.displayName.toLowerCase();
        return (sort === 'lastSeen' ? user.lastSeenAt : user.createdAt) ?? '';
      });
      const rising = [...keys].sort((a, b) => (a < b ? -1 : 1));
      expect(keys, JSON.stringify(choice)).toEqual(sort === 'name' ? rising : rising.reverse());
    }
  });

  it('accepts only positions of its own order', async () => {
    await account('ada', { email: 'a@example.org', displayName: 'Ada' });
    const byCreation = nextOf(await api.get('/api/admin/users?limit=1', admin)) ?? '';

    const answer = await api.get(`${byCreation}&sort=name`, admin);

    expect([answer.status, answer.text]).toEqual([400, 'Invalid cursor']);
  });

  it('refuses more than two filters with a search', async () => {
    for (const [query, text] of [
      ['q=a&role=user&blocked=true&online=true', 'At most 2 filters with a search'],
      ['q=a&sort=name', 'Search results can only be sorted by creation'],
      ['blocked=perhaps', 'blocked must be true or false'],
    ]) {
      const answer = await api.get(`/api/admin/users?${query}`, admin);
      expect([answer.status, answer.text]).toEqual([400, text]);
    }
  });
});

describe('every combination', () => {
  it('has an index', async () => {
    await resetFirestore();
    const admin = await signIn({ role: 'admin' });
    const isAllowed = ({ q, sort, ...filters }: Record<string, string>) =>
      !q || (!sort && Object.keys(filters).length < 3);
    const posts = {
      status: ['draft'],
      categoryId: ['1'],
      authorId: ['ada'],
      sort: ['views', 'comments'],
      q: ['a', 'a b'],
    };
    const users = {
      role: ['user'],
      blocked: ['true'],
      online: ['true', 'false'],
      sort: ['name', 'lastSeen'],
      q: ['a', 'a b'],
    };
    const paths = [
      ...combinations(posts)
        .filter(isAllowed)
        .map((choice) => `/api/admin/posts?${new URLSearchParams(choice)}`),
      ...combinations(users)
        .filter(isAllowed)
        .map((choice) => `/api/admin/users?${new URLSearchParams(choice)}`),
    ];

    const answers = await Promise.all(paths.map(async (path) => [path, (await api.get(path, admin)).status]));

    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
    expect(answers.length).toBeGreaterThan(60);
  });
});
