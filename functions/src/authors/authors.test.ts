import { GUEST_HAS_POSTS, GUEST_IS_JOINED, NOT_AN_AUTHOR } from '@inkwell/shared/authors';
import { FieldValue } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { createContent } from '../compose/content.ts';
import { createJobs } from '../compose/jobs.ts';
import { createWork } from '../compose/work.ts';
import { createJobTable } from '../jobs/jobs.repository.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { moveAuthoredIn } from '../posts/moves/moved-posts.repository.ts';
import { createSearchIndex } from '../search/search-index.repository.ts';
import { api, type TestAnswer } from '../testing/api.ts';
import { emptyTrash, seedPost, stored, storedActs, storedAll, storedPost } from '../testing/posts.ts';
import { recountAuthors } from '../testing/recount.ts';
import { clock, db, dependencies } from '../testing/server.ts';
import { signIn, signInEach } from '../testing/users.ts';
import { createAuthorService } from './authors.service.ts';
import { createGuestRepository } from './guests.repository.ts';

const { moderator, admin } = signInEach({
  moderator: { role: 'moderator', displayName: 'Mary Shelley' },
  admin: { role: 'admin', displayName: 'Ada Lovelace' },
});

const TEXT = { title: 'Tea', content: 'It draws.', isPublished: true };

const guest = async (name = 'Grace Hopper', fields: object = {}) =>
  (await api.post('/api/admin/authors', { name, ...fields }, moderator)).body;
const write = async (fields: object = {}, by = moderator) => api.post('/api/posts', { ...TEXT, ...fields }, by);
const namesOf = (post: { authors: { displayName: string }[] }) => post.authors.map(({ displayName }) => displayName);
const refusalOf = ({ status, text }: TestAnswer) => [status, text];
const find = async (q: string) => (await api.get(`/api/posts/search?q=${encodeURIComponent(q)}`)).body.length;

describe('authors of a post', () => {
  it('are the creator, unless staff name others in an order', async () => {
    const grace = await guest();

    const own = await write();
    const both = await write({ authorIds: [grace.id, admin.id] });

    expect(own.body).toMatchObject({ authorId: moderator.id, authorIds: [moderator.id] });
    expect(namesOf(own.body)).toEqual(['Mary Shelley']);
    expect(both.body).toMatchObject({ authorId: grace.id, authorIds: [grace.id, admin.id], author: { id: grace.id } });
    expect(namesOf((await api.get(`/api/posts/${both.body.id}`)).body)).toEqual(['Grace Hopper', 'Ada Lovelace']);
    expect(JSON.stringify((await api.get('/api/posts')).body)).not.toContain('@example.com');
    expect(await recountAuthors(db)).toEqual([]);
  });

  it('are counted while the post is published, and lead to their posts', async () => {
    const grace = await guest();
    const { body } = await write({ authorIds: [moderator.id, grace.id] });
    await write();

    const list = await api.get(`/api/posts?authorId=${grace.id}`);
    expect(list.body.map(({ id }: { id: string }) => id)).toEqual([body.id]);
    expect(list.headers.get('x-total-count')).toBe('1');
    expect((await api.get(`/api/authors/${grace.id}`)).body).toMatchObject({ name: 'Grace Hopper', postCount: 1 });

    await api.patch(`/api/posts/${body.id}`, { isPublished: false }, moderator);
    expect((await api.get(`/api/authors/${grace.id}`)).status).toBe(404);
    expect((await api.get(`/api/authors/${moderator.id}`)).body.postCount).toBe(1);
    expect(await recountAuthors(db)).toEqual([]);
  });

  it('change as an edit with revision and audit, and return with a revision', async () => {
    const grace = await guest();
    const { body } = await write();
    const [first] = (await api.get(`/api/posts/${body.id}/revisions`, moderator)).body;

    const changed = await api.patch(`/api/posts/${body.id}`, { authorIds: [grace.id] }, moderator);

    expect(changed.body).toMatchObject({ authorId: grace.id, authorIds: [grace.id] });
    expect(changed.body.updatedAt).not.toBe(body.updatedAt);
    expect(await storedActs()).toContainEqual(
      expect.objectContaining({
        action: 'post.edit',
        before: { authorIds: [moderator.id] },
        after: { authorIds: [grace.id] },
      }),
    );
    expect([await find('hopper'), await find('shelley')]).toEqual([1, 0]);

    const restored = await api.post(`/api/posts/${body.id}/revisions/${first.id}/restore`, {}, moderator);
    expect(restored.body.authorIds).toEqual([moderator.id]);
    await db.doc(`posts/${body.id}/revisions/${first.id}`).update({ authorIds: FieldValue.delete() });
    await api.patch(`/api/posts/${body.id}`, { authorIds: [grace.id] }, moderator);
    const older = await api.post(`/api/posts/${body.id}/revisions/${first.id}/restore`, {}, moderator);
    expect(older.body.authorIds).toEqual([grace.id]);
    expect(await recountAuthors(db)).toEqual([]);
  });

  it('must be one to five existing ones, each once, and cannot be set by readers', async () => {
    const reader = await signIn();
    const { body } = await write();
    const six = await Promise.all(Array.from({ length: 6 }, (_, n) => guest(`Guest ${n}`)));
    const before = await storedPost(body.id);

    for (const authorIds of [
      [],
      ['nobody'],
      ['guest-nobody'],
      [moderator.id, moderator.id],
      six.map(({ id }) => id),
      ['../users/x'],
      'x',
      [1],
    ]) {
      const refused = await api.patch(`/api/posts/${body.id}`, { authorIds }, moderator);
      expect([authorIds, refused.status]).toEqual([authorIds, 400]);
    }
    expect((await write({ authorIds: ['nobody'] })).status).toBe(400);
    for (const refused of [
      await write({ authorIds: [moderator.id, reader.id] }),
      await api.patch(`/api/posts/${body.id}`, { authorIds: [reader.id] }, admin),
    ]) {
      expect([refused.status, refused.text]).toEqual([400, NOT_AN_AUTHOR]);
    }
    expect((await api.patch(`/api/posts/${body.id}`, { authorIds: [reader.id] }, reader)).status).toBe(403);
    expect((await write({ authorIds: [reader.id] }, reader)).status).toBe(403);
    expect(await storedPost(body.id)).toEqual(before);
  });

  it('stay, and return with a revision, even after they have left the staff', async () => {
    const { body } = await write();
    await db.doc(`users/${moderator.id}`).update({ role: 'user' });
    clock.advance(61_000);
    const setAuthors = (authorIds: string[]) => api.patch(`/api/posts/${body.id}`, { authorIds }, admin);

    expect((await setAuthors([admin.id, moderator.id])).body.authorIds).toEqual([admin.id, moderator.id]);
    const [both] = (await api.get(`/api/posts/${body.id}/revisions`, admin)).body;
    await setAuthors([admin.id]);
    expect((await setAuthors([moderator.id])).status).toBe(400);

    const restored = await api.post(`/api/posts/${body.id}/revisions/${both.id}/restore`, {}, admin);
    expect(restored.body.authorIds).toEqual([admin.id, moderator.id]);
  });

  it('consist of only the first author in older posts, until the upgrade counts them', {
    tags: 'thorough',
  }, async () => {
    const [one, other] = [await seedPost({ authorId: moderator.id }), await seedPost({ authorId: moderator.id })];
    for (const { id } of [one, other]) {
      await db.doc(`posts/${id}`).update({ authorIds: FieldValue.delete(), schemaVersion: 2 });
    }
    await db.doc(`authors/${moderator.id}`).delete();
    await db.doc('system/schema').set({ version: 5 });

    expect((await api.get(`/api/posts/${one.id}`)).body.authorIds).toEqual([moderator.id]);
    await api.patch(`/api/posts/${one.id}`, { isPublished: false }, moderator);
    expect(await recountAuthors(db)).toEqual([]);
    await api.patch(`/api/posts/${one.id}`, { isPublished: true }, moderator);
    expect(await recountAuthors(db)).toEqual([]);

    // Each later version of the data takes another round.
    const newest = createJobs(dependencies).dataVersion.version;
    for (let round = 0; round < 2 * (newest - 5); round += 1) {
      await createWork(dependencies)();
      clock.advance(11 * 60_000);
    }

    expect((await db.doc('system/schema').get()).get('version')).toBe(newest);
    expect(await storedPost(other.id)).toMatchObject({ authorIds: [moderator.id], schemaVersion: 12 });
    expect(await stored(`authors/${moderator.id}`)).toEqual({ postCount: 2 });
    expect(await recountAuthors(db)).toEqual([]);
  });
});

describe('guest authors', () => {
  it('are found by their new name even if their first post was published during the change', async () => {
    const grace = await guest();
    const { runner } = createJobs(dependencies);
    const content = createContent({ db, clock, beginJob: runner.begin });
    const jobFor = async (id: string) => {
      const job = await content.renaming.jobFor(id);
      await write({ authorIds: [grace.id] });
      return job;
    };
    const tables = { pictures: createPictureTable(db), jobs: createJobTable(db) };
    const service = createAuthorService({
      guests: createGuestRepository(db, tables),
      authors: content.authors,
      renaming: { ...content.renaming, jobFor },
      clock,
      beginJob: runner.begin,
    });

    await service.update({ id: moderator.id, role: 'moderator' }, grace.id, { name: 'Grace Murray' });

    expect([await find('hopper'), await find('murray')]).toEqual([0, 1]);
  });

  it('are created, found, changed and deleted by staff', async () => {
    const grace = await guest('Grace Hopper', { text: '**Navy**', website: 'https://example.com/grace' });
    await guest('Alan Turing');

    const list = await api.get('/api/admin/authors', moderator);
    expect(list.body.map(({ name }: { name: string }) => name)).toEqual(['Alan Turing', 'Grace Hopper']);
    expect((await api.get('/api/admin/authors?q=hop', moderator)).body).toEqual([grace]);
    const { body } = await write({ authorIds: [grace.id] });

    const changed = await api.patch(
      `/api/admin/authors/${grace.id}`,
      { name: 'G. B. Hopper', website: null },
      moderator,
    );
    expect(changed.body).toMatchObject({ name: 'G. B. Hopper', website: null, text: '**Navy**', postCount: 1 });
    expect(namesOf((await api.get(`/api/posts/${body.id}`)).body)).toEqual(['G. B. Hopper']);
    expect([await find('grace'), await find('hopper')]).toEqual([0, 1]);

    const refused = await api.delete(`/api/admin/authors/${grace.id}`, moderator);
    expect(refusalOf(refused)).toEqual([409, GUEST_HAS_POSTS]);
    await api.delete(`/api/posts/${body.id}`, moderator);
    expect((await api.delete(`/api/admin/authors/${grace.id}`, moderator)).status).toBe(409);
    await emptyTrash();
    expect((await api.delete(`/api/admin/authors/${grace.id}`, moderator)).status).toBe(204);
    expect((await api.delete(`/api/admin/authors/${grace.id}`, moderator)).status).toBe(204);
    expect(JSON.stringify(await stored(`authors/${grace.id}`))).not.toMatch(/Hopper|Navy/);
    expect((await api.get('/api/admin/authors', moderator)).body).toHaveLength(1);
    expect((await api.get(`/api/admin/authors/named?ids=${grace.id}`, moderator)).body).toEqual([]);
    expect((await write({ authorIds: [grace.id] })).body.authorIds).toEqual([moderator.id]);
  });

  it('are offered to staff together with everybody who may write', async () => {
    const grace = await guest();
    const author = await signIn({ writing: 'author', displayName: 'Yuki Tanabe' });
    const contributor = await signIn({ writing: 'contributor', displayName: 'Femke Bakker' });
    const blocked = await signIn({ writing: 'author', displayName: 'Best Deals' });
    await api.post(`/api/admin/users/${blocked.id}/block`, undefined, admin);
    await signIn({ displayName: 'Rita Reader' });
    await db.doc(`users/${moderator.id}`).update({ writing: 'author' });
    const offered = async (query = '') =>
      (await api.get(`/api/admin/authors/choices${query}`, moderator)).body.map(({ id }: { id: string }) => id);

    expect(await offered()).toEqual([admin.id, contributor.id, grace.id, moderator.id, author.id]);
    expect(await offered('?q=%20')).toHaveLength(5);
    expect(await offered('?q=tana')).toEqual([author.id]);
    expect(await offered('?q=example')).toEqual([]);
    expect((await write({ authorIds: [moderator.id, author.id] })).status).toBe(201);
  });

  it('are joined to other accounts without changing anybody else', async () => {
    const grace = await guest();
    const before = await storedAll('authors');
    const join = `/api/admin/authors/${grace.id}/join`;
    expect(refusalOf(await api.post(join, { userId: 'nobody' }, admin))).toEqual([400, 'Unknown account']);
    expect((await api.post(join, { userId: grace.id }, admin)).status).toBe(400);
    expect((await api.post('/api/admin/authors/guest-x/join', { userId: admin.id }, admin)).status).toBe(404);
    expect((await api.post(`/api/admin/authors/${admin.id}/join`, { userId: admin.id }, admin)).status).toBe(404);
    expect((await api.patch(`/api/admin/authors/${admin.id}`, { name: 'X' }, admin)).status).toBe(404);
    expect((await api.delete(`/api/admin/authors/${admin.id}`, admin)).status).toBe(404);
    const address = { name: 'grace@example.com' };
    for (const refused of [
      await api.post('/api/admin/authors', address, moderator),
      await api.patch(`/api/admin/authors/${grace.id}`, address, moderator),
    ])
      expect(refusalOf(refused)).toEqual([400, 'A name cannot be an email address']);
    expect(await storedAll('authors')).toEqual(before);
  });

  it('are joined to an account, which gets their posts and their address', async () => {
    const grace = await guest();
    const mary = await signIn({ role: 'moderator', displayName: 'Grace Murray' });
    const [one, both, hidden] = [
      await write({ authorIds: [grace.id] }),
      await write({ authorIds: [mary.id, grace.id] }),
      await write({ authorIds: [moderator.id, grace.id], isPublished: false }),
    ].map(({ body }) => body);
    const [revision] = (await api.get(`/api/posts/${one.id}/revisions`, moderator)).body;

    expect((await api.get(`/api/authors/${grace.id}`)).body).toMatchObject({ id: grace.id, postCount: 2 });
    const join = () => api.post(`/api/admin/authors/${grace.id}/join`, { userId: mary.id }, admin);
    expect([(await join()).status, (await join()).status]).toEqual([204, 204]);

    expect((await storedPost(one.id))?.authorIds).toEqual([mary.id]);
    expect(await storedPost(both.id)).toMatchObject({ authorIds: [mary.id], updatedAt: expect.anything() });
    expect((await storedPost(hidden.id))?.authorIds).toEqual([moderator.id, mary.id]);
    expect((await api.get(`/api/posts/${one.id}`)).body.updatedAt).toBe(one.updatedAt);
    expect(await recountAuthors(db)).toEqual([]);
    expect([await find('hopper'), await find('murray')]).toEqual([0, 2]);
    expect((await api.get(`/api/authors/${grace.id}`)).body).toMatchObject({ id: mary.id, postCount: 2 });
    expect(await stored(`authors/${grace.id}`)).toMatchObject({ joinedTo: mary.id, displayName: null, postCount: 0 });
    expect((await api.get('/api/admin/authors', moderator)).body).toEqual([]);
    const asked = [grace.id, moderator.id, grace.id, 'nobody'].join(',');
    expect((await api.get(`/api/admin/authors/named?ids=${asked}`, moderator)).body).toEqual([
      { askedId: grace.id, id: mary.id, name: 'Grace Murray', profileImageUrl: null, isGuest: false },
      { askedId: moderator.id, id: moderator.id, name: 'Mary Shelley', profileImageUrl: null, isGuest: false },
    ]);
    // As if the job had not moved all posts yet.
    await db.doc(`authors/${grace.id}`).update({ postCount: 1 });
    expect((await createContent({ db, clock }).authorPages.withPosts(9)).map(({ id }) => id)).toEqual([mary.id]);
    await db.doc(`authors/${grace.id}`).update({ postCount: 0 });

    // Neither a repeated page, nor a form, nor a revision brings them back.
    await moveAuthoredIn(db, createSearchIndex(db))({ from: grace.id, into: mary.id }, null);
    await api.patch(`/api/posts/${one.id}`, { authorIds: [grace.id, moderator.id] }, moderator);
    expect((await storedPost(one.id))?.authorIds).toEqual([mary.id, moderator.id]);
    await api.post(`/api/posts/${one.id}/revisions/${revision.id}/restore`, {}, moderator);
    expect((await storedPost(one.id))?.authorIds).toEqual([mary.id]);
    for (const refused of [
      await api.post(`/api/admin/authors/${grace.id}/join`, { userId: admin.id }, admin),
      await api.delete(`/api/admin/authors/${grace.id}`, moderator),
    ])
      expect(refusalOf(refused)).toEqual([409, GUEST_IS_JOINED]);
    expect(await recountAuthors(db)).toEqual([]);
  });
});

describe('what authors say about themselves', () => {
  it('is on their page once they have a published post, and never contains their address', async () => {
    const about = {
      text: 'Writes about *tea*.',
      website: 'https://tea.example/mary?a=1',
      handles: { fediverse: '@mary@mastodon.example', github: 'mary-s', x: '' },
    };

    const saved = await api.patch(`/api/users/${moderator.id}`, about, moderator);
    expect(saved.body).toMatchObject({ ...about, handles: { fediverse: 'mary@mastodon.example', github: 'mary-s' } });
    expect((await api.get(`/api/authors/${moderator.id}`)).status).toBe(404);

    const grace = await guest();
    const post = (await write({ authorIds: [grace.id, moderator.id] })).body;
    expect((await api.get(`/api/posts/${post.id}`)).body.authorBios).toEqual([null, 'Writes about tea.']);
    expect((await api.get('/api/posts')).body[0]).not.toHaveProperty('authorBios');
    const { body } = await api.get(`/api/authors/${moderator.id}`);
    expect(body).toEqual({
      id: moderator.id,
      name: 'Mary Shelley',
      profileImageUrl: null,
      text: about.text,
      website: about.website,
      handles: { fediverse: 'mary@mastodon.example', github: 'mary-s' },
      postCount: 1,
    });
    expect((await api.patch(`/api/users/${moderator.id}`, { text: '', handles: {} }, moderator)).body).toMatchObject({
      text: null,
      website: about.website,
      handles: {},
    });
    for (const id of [(await signIn()).id, 'nobody', 'guest-nobody', 'admin']) {
      expect((await api.get(`/api/authors/${id}`)).status).toBe(404);
    }
  });

  it('is refused if it could run code, mislead or is too long', async () => {
    const before = await stored(`users/${moderator.id}`);
    for (const change of [
      { website: 'javascript:alert(1)' },
      { website: 'http://example.com' },
      { website: 'https://user:secret@example.com' },
      { website: 'https://example.com/"><script>' },
      { website: 'https://localhost' },
      { website: `https://example.com/${'a'.repeat(300)}` },
      { text: 'a'.repeat(501) },
      { handles: { github: '../evil' } },
      { handles: { fediverse: 'mary' } },
      { handles: { x: 'a b' } },
      { handles: { bluesky: 'javascript:alert(1)' } },
      { handles: { linkedin: 'https://evil.example' } },
      { handles: 'x' },
    ]) {
      const refused = await api.patch(`/api/users/${moderator.id}`, change, moderator);
      expect([change, refused.status]).toEqual([change, 400]);
      // The profile has a limit per minute.
      clock.advance(10_000);
    }
    expect((await api.patch(`/api/users/${moderator.id}`, { text: 'mine' }, admin)).status).toBe(403);
    expect(await stored(`users/${moderator.id}`)).toEqual(before);
  });
});
