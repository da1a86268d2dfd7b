import { NOTE_LIMITS, NOTE_TEXTS } from '@inkwell/shared/notes';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createWork } from '../compose/work.ts';
import { api, send } from '../testing/api.ts';
import { NEWSROOM, titlesToldTo } from '../testing/newsroom.ts';
import { emptyTrash, seedPost, stored, storedAll } from '../testing/posts.ts';
import { auth, clock, db, dependencies } from '../testing/server.ts';
import { signInEach, type TestUser } from '../testing/users.ts';

const { ada, grace, mary, percy, reader } = signInEach(NEWSROOM);
/** A draft by Ada. */
let id: string;

beforeEach(async () => {
  clock.advance(61_000);
  ({ id } = await seedPost({ title: 'Harbour', isPublished: false, authorId: ada.id }));
});

const QUOTE = { text: 'Boats leave', before: '', after: ' early.' };
const path = (noteId = '') => `/api/posts/${id}/notes${noteId && `/${noteId}`}`;
const write = (by: TestUser, text: string, rest: object = {}) => api.post(path(), { text, ...rest }, by);
const noteOf = async (by: TestUser, text: string, rest: object = {}): Promise<string> => {
  clock.advance(1_000);
  return (await write(by, text, rest)).body.id;
};
const textsFor = async (by: TestUser) => (await api.get(path(), by)).body.map(({ text }: { text: string }) => text);

const told = (person: TestUser) => titlesToldTo(person, 'notes');

describe('a note', () => {
  it('on a passage or the whole post is read, answered, changed, resolved and reopened by staff and the authors', async () => {
    const first = (await write(mary, ' Which boats? ', { quote: QUOTE })).body;
    expect(first).toMatchObject({ text: 'Which boats?', quote: QUOTE, parentId: null, resolvedAt: null });
    const whole = await noteOf(ada, 'Is it too long?');
    const answer = await noteOf(ada, 'All of them', { parentId: first.id });
    const nested = await noteOf(percy, 'Say so', { parentId: answer, quote: QUOTE });
    expect((await api.patch(path(first.id), { isResolved: true }, ada)).body).toMatchObject({
      resolvedBy: { displayName: 'Ada Lovelace' },
      resolvedAt: expect.any(String),
      editedAt: null,
    });
    expect((await api.patch(path(answer), { text: 'All' }, ada)).body).toMatchObject({
      text: 'All',
      editedAt: expect.any(String),
    });

    const { body } = await api.get(path(), ada);

    expect(body).toMatchObject([
      { id: first.id, author: { displayName: 'Mary Shelley', email: null } },
      { id: whole, quote: null },
      { id: answer, parentId: first.id },
      { id: nested, parentId: first.id, quote: null },
    ]);
    expect((await api.patch(path(first.id), { isResolved: false }, mary)).body.resolvedAt).toBeNull();
    for (const isResolved of [true, false]) {
      const { status, text } = await api.patch(path(answer), { isResolved }, ada);
      expect([status, text]).toEqual([400, NOTE_TEXTS.answerResolved]);
    }
  });

  it('is changed only by another text or state', async () => {
    const note = await noteOf(mary, 'Which?');
    const change = (by: TestUser, fields: object) => api.patch(path(note), fields, by);
    const open = { resolvedAt: null, resolvedBy: null };

    expect(await change(mary, { text: 'Which?' })).toMatchObject({ body: { editedAt: null }, writes: 0 });
    const { resolvedAt } = (await change(ada, { isResolved: true })).body;
    clock.advance(1_000);
    const resolved = { resolvedAt, resolvedBy: { id: ada.id } };
    expect(await change(mary, { isResolved: true })).toMatchObject({ body: resolved, writes: 0 });
    expect(await change(mary, { isResolved: false })).toMatchObject({ body: open, writes: 1 });
    expect(await change(ada, { isResolved: false })).toMatchObject({ body: open, writes: 0 });
  });

  it('is stored once per idempotency key', async () => {
    const request = { user: ada, headers: { 'idempotency-key': 'k' }, body: { text: 'Once' } };
    const once = await send('POST', path(), request);
    const again = await send('POST', path(), request);

    expect(again.body.id).toBe(once.body.id);
    expect(await textsFor(ada)).toEqual(['Once']);
  });

  it.each([
    ['no text', { text: ' ' }],
    ['too much text', { text: 'x'.repeat(NOTE_LIMITS.text + 1) }],
    ['an empty passage', { text: 'T', quote: { ...QUOTE, text: ' ' } }],
    ['too much beside the passage', { text: 'T', quote: { ...QUOTE, before: 'x'.repeat(33) } }],
  ])('with %s is refused', async (_what, body) => {
    expect((await api.post(path(), body, mary)).status).toBe(400);
    expect(await storedAll('notes')).toEqual({});
  });

  it('is not for authors of other posts, and nothing is written', async () => {
    const note = await noteOf(mary, 'Secret');
    await told(ada);
    const before = await storedAll('notes');
    const calls = (by: TestUser) => [
      api.get(path(), by),
      write(by, 'Mine'),
      api.patch(path(note), { isResolved: true }, by),
      api.delete(path(note), by),
    ];

    expect((await Promise.all(calls(grace))).map((answer) => answer.status)).toEqual(Array(4).fill(404));
    await api.patch(`/api/posts/${id}`, { isPublished: true }, mary);
    expect((await Promise.all(calls(grace))).map((answer) => answer.status)).toEqual(Array(4).fill(403));
    await db.doc(`users/${ada.id}`).update({ writing: 'none' });
    expect((await api.get(path(), ada)).status).toBe(403);

    expect(await storedAll('notes')).toEqual(before);
  });

  it('is in no other answer: post, lists, search, feeds, pages, previews, revisions', async () => {
    await write(mary, 'Zanzibar', { quote: { ...QUOTE, text: 'Zanzibar' } });
    await api.post(`/api/posts/${id}/review`, { note: 'Zanzibar' }, ada);
    const { url } = (await api.post(`/api/posts/${id}/preview`, undefined, mary)).body;
    await api.patch(`/api/posts/${id}`, { isPublished: true, title: 'Out' }, mary);

    const paths = [
      ...[`/api/posts/${id}`, '/api/posts', '/api/posts/search?q=zanzibar', `/api/posts/${id}/revisions`],
      ...['/api/admin/posts', '/api/posts/popular', `/api/posts/${id}/comments`],
    ];
    for (const one of paths) {
      for (const by of [undefined, ada, mary]) expect((await api.get(one, by)).text).not.toContain('Zanzibar');
    }
    for (const collection of ['posts', 'searchIndex', 'previews', 'audit', 'pushes', 'personalNotifications']) {
      expect(JSON.stringify(await storedAll(collection))).not.toContain('Zanzibar');
    }
    expect(url).toContain('/preview/');
  });

  it("belongs to its post: with another post's id it is not found", async () => {
    const note = await noteOf(mary, 'Here');
    id = (await seedPost({ isPublished: false, authorId: grace.id })).id;

    expect((await api.patch(path(note), { isResolved: true }, grace)).status).toBe(404);
    expect((await api.delete(path(note), grace)).status).toBe(204);
    expect((await write(grace, 'Answer', { parentId: note })).status).toBe(404);
    expect(Object.keys(await storedAll('notes'))).toEqual([note]);
  });

  it('of somebody else cannot be changed, and only staff can delete it', async () => {
    const note = await noteOf(mary, 'Which?');

    expect((await api.patch(path(note), { text: 'Mine' }, ada)).status).toBe(403);
    expect((await api.patch(path(note), { text: 'Mine' }, percy)).status).toBe(403);
    expect((await api.delete(path(note), ada)).status).toBe(403);
    expect(await textsFor(mary)).toEqual(['Which?']);
    expect((await api.delete(path(note), percy)).status).toBe(204);
    expect((await api.delete(path(note), percy)).status).toBe(204);
    expect(await textsFor(mary)).toEqual([]);
  });

  it("with other people's answers can only be deleted by staff, with its answers", async () => {
    const note = await noteOf(ada, 'Mine');
    await noteOf(ada, 'More', { parentId: note });
    const answer = await noteOf(mary, 'Answer', { parentId: note });

    const refused = await api.delete(path(note), ada);
    expect([refused.status, refused.text]).toEqual([409, NOTE_TEXTS.answered]);
    expect(await textsFor(ada)).toHaveLength(3);
    expect((await api.delete(path(answer), mary)).status).toBe(204);
    expect((await api.delete(path(note), ada)).status).toBe(204);

    expect(await textsFor(mary)).toEqual([]);
    const other = await noteOf(ada, 'Mine');
    await noteOf(ada, 'More', { parentId: other });
    expect((await api.delete(path(other), mary)).status).toBe(204);
    expect(await textsFor(mary)).toEqual([]);
    expect((await storedAll('reviews'))[id]?.notes).toBe(0);
  });

  it('is one of at most 500, even if two arrive concurrently', async () => {
    await noteOf(mary, 'First');
    await db.doc(`reviews/${id}`).update({ notes: NOTE_LIMITS.perPost - 1 });

    const answers = await Promise.all([write(ada, 'A'), write(mary, 'B')]);

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.text).toBe(NOTE_TEXTS.tooMany);
    expect(await textsFor(mary)).toHaveLength(2);
  });

  it('stays in the trash, and is deleted with the post', async () => {
    const note = await noteOf(mary, 'Stays');
    await api.delete(`/api/posts/${id}`, mary);
    expect((await api.get(path(), mary)).status).toBe(404);
    expect((await write(mary, 'Late')).status).toBe(404);
    expect((await api.patch(path(note), { text: 'Late' }, mary)).status).toBe(404);
    expect((await api.delete(path(note), mary)).status).toBe(404);
    await api.post(`/api/posts/${id}/undelete`, undefined, mary);
    expect(await textsFor(ada)).toEqual(['Stays']);
    await api.delete(`/api/posts/${id}`, mary);

    await emptyTrash();

    expect(await storedAll('notes')).toEqual({});
  });
});

describe('people', () => {
  it('are notified of notes on their posts, in their threads, and of resolutions, but not of their own actions', async () => {
    const note = await noteOf(mary, 'Which?', { quote: QUOTE });
    expect(await told(ada)).toEqual(['Mary Shelley wrote a note on a post']);
    await noteOf(ada, 'All', { parentId: note });
    expect(await told(mary)).toEqual(['Ada Lovelace wrote a note on a post']);
    expect(await told(percy)).toEqual([]);
    await api.patch(path(note), { isResolved: true }, percy);

    expect((await told(mary))[0]).toBe('Percy Shelley resolved a note on a post');
    expect((await told(ada))[0]).toBe('Percy Shelley resolved a note on a post');
    expect(await told(reader)).toEqual([]);
    expect((await api.get('/api/notifications', ada)).body[0].link).toBe(`/create-post?edit=${id}`);
  });

  it('are no longer notified of a note that was deleted', async () => {
    const note = await noteOf(mary, 'Which?');
    expect(await told(ada)).toHaveLength(1);

    await api.delete(path(note), mary);

    await vi.waitFor(async () => expect(await told(ada)).toEqual([]));
  });

  it('get one email for the notes on a post within ten minutes; the bell shows each', async () => {
    const work = createWork(dependencies);
    const wait = async () => {
      clock.advance(10 * 60_000);
      // Two instances concurrently.
      await Promise.all([work(), work()]);
    };
    await auth.updateUser(ada.id, { emailVerified: true });
    const mails = async () =>
      Object.values(await storedAll('mail'))
        .filter(({ to }) => to === ada.email)
        .sort((a, b) => a.createdAt.toMillis() - b.createdAt.toMillis());

    const first = await noteOf(mary, 'Which?', { quote: QUOTE });
    await noteOf(percy, 'Say **why**');
    const gone = await noteOf(mary, 'Forget it');
    expect(await told(ada)).toEqual(['Mary Shelley and 1 other wrote a note on a post']);
    await api.delete(path(gone), mary);
    await work();
    expect(await mails()).toEqual([]);
    await wait();

    const [mail, ...others] = await mails();
    expect([mail?.kind, mail?.message.subject, others]).toEqual(['review', '2 new notes on Harbour', []]);
    expect(mail?.message.text).toMatch(/> Which\?[\s\S]+> Say why/);
    expect(mail?.message.text).not.toContain('Forget it');
    expect(mail?.writerIds).toEqual([mary.id, percy.id]);

    // An interrupted instance starts again.
    await db.doc(`notes/${first}`).update({ due: ['note'], isNotificationDue: true });
    await wait();
    expect(await mails()).toHaveLength(1);

    await noteOf(mary, 'And these?');
    await told(ada);
    await wait();
    expect((await mails())[1]?.message.subject).toBe('Mary Shelley wrote a note on a post: Harbour');

    await noteOf(mary, 'And those?');
    await told(ada);
    await api.patch('/api/mail-choices', { reviews: false }, ada);
    await wait();
    expect(await mails()).toHaveLength(2);
    expect(await stored(`personMails/${ada.id}`)).toMatchObject({ notes: [], notesDueAt: null });
  });

  it('are notified once after an interruption', async () => {
    const note = await noteOf(mary, 'Which?');
    await told(ada);
    await db.doc(`notes/${note}`).update({ due: ['note'], isNotificationDue: true });
    await db.doc(`personalNotifications/${ada.id}`).delete();

    await createWork(dependencies)();
    await createWork(dependencies)();

    expect(await told(ada)).toEqual(['Mary Shelley wrote a note on a post']);
  });
});
