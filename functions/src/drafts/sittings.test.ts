import { CONFLICT_MARKERS } from '@inkwell/shared/conflict-markers';
import { DRAFT_LIMITS } from '@inkwell/shared/drafts';
import { describe, expect, it } from 'vitest';
import { createSweep } from '../compose/sweep.ts';
import { api, send } from '../testing/api.ts';
import { seedPost, stored, storedAll } from '../testing/posts.ts';
import { clock, db, dependencies } from '../testing/server.ts';
import { signIn, signInEach } from '../testing/users.ts';
import { publicUrl } from '../uploads/image-url.ts';

const KEY = 'abcdefghij0123456789';
const path = `/api/drafts/${KEY}`;
const [PHONE, LAPTOP] = ['phone', 'laptop'].map((device) => device.padEnd(20, '0')) as [string, string];

const { writer } = signInEach({ writer: { role: 'moderator' } });

const put = (fields: object, to = path) => api.put(to, fields, writer);
const begin = (content: string, sitting = PHONE) => put({ content, version: 0, sitting });
const discardedTexts = async (): Promise<string[]> => {
  const { body } = await api.get('/api/discarded-drafts', writer);
  const texts = body.map(({ id }: { id: string }) => api.get(`/api/discarded-drafts/${id}`, writer));
  return (await Promise.all(texts)).map((one) => one.body.content);
};
const discard = (id: string, fields: object) =>
  put({ reason: 'discarded', draftKey: KEY, sitting: PHONE, ...fields }, `/api/discarded-drafts/${id}`);
const draftsStored = async () => (await api.get('/api/drafts', writer)).body.length;

describe('saving a post', () => {
  const post = { title: 'Title', content: 'Words' };
  const create = (draft: object, fields: object = post, key = 'first save') =>
    send('POST', '/api/posts', { body: { ...fields, draft }, user: writer, headers: { 'idempotency-key': key } });

  it('removes its draft and refuses late writes of that sitting', async () => {
    const { version } = (await put({ ...post, version: 0, sitting: PHONE })).body;

    const saved = await create({ key: KEY, version, sitting: PHONE });
    const late = [
      await put({ content: 'Word', version, sitting: PHONE }),
      await put({ content: 'Word', version: 0, sitting: PHONE }),
      await api.patch(path, { content: 'Word', version, sitting: PHONE }, writer),
    ];

    expect(saved.status).toBe(201);
    const closed = { sitting: PHONE, postId: saved.body.id, closedAt: expect.any(String) };
    expect(late.map(({ status, body }) => [status, body])).toEqual([
      [410, closed],
      [410, closed],
      [410, closed],
    ]);
    expect((await api.delete(`${path}?version=${version}`, writer)).status).toBe(404);
    expect(await draftsStored()).toBe(0);
    expect(await discardedTexts()).toEqual([]);
  });

  it('is reported to requests for the draft of that sitting only', async () => {
    const saved = await create({ key: KEY, version: 0, sitting: PHONE });
    const request = (sitting: string) => api.get(`${path}?sitting=${sitting}`, writer);

    const { status, body } = await request(PHONE);
    expect([status, body.postId]).toEqual([410, saved.body.id]);
    expect((await request(LAPTOP)).status).toBe(404);
    await begin('Other words', LAPTOP);
    expect((await request(LAPTOP)).body.content).toBe('Other words');
    expect((await request(PHONE)).status).toBe(410);
  });

  it('closes the sitting even if its first autosave arrives later', async () => {
    const saved = await create({ key: KEY, version: 0, sitting: PHONE });

    expect((await begin('Word')).body.postId).toBe(saved.body.id);
    expect(await draftsStored()).toBe(0);
  });

  it('keeps newer text and its sitting', async () => {
    const { version } = (await begin('Words')).body;
    const newer = (await put({ content: 'Words and more', version, sitting: PHONE })).body;

    const saved = await create({ key: KEY, version, sitting: PHONE });
    const next = await put({ content: 'Words and even more', version: newer.version, sitting: PHONE });

    expect([saved.status, next.status]).toEqual([201, 200]);
    expect((await api.get(path, writer)).body.content).toBe('Words and even more');
  });

  it('removes a draft with the same text, whichever version the writer knew', async () => {
    const target = await seedPost();
    const to = `/api/drafts/${target.id}`;
    await put({ title: ' Title ', content: 'Words\n', excerpt: '', isPublished: false, sitting: PHONE }, to);

    const body = { ...post, excerpt: null, isPublished: true, draft: { key: target.id, version: 1, sitting: PHONE } };
    const saved = await api.patch(`/api/posts/${target.id}`, body, writer);

    expect(saved.status).toBe(200);
    expect((await api.get(to, writer)).status).toBe(404);
    expect((await put({ content: 'W', sitting: PHONE }, to)).body.postId).toBe(target.id);
  });

  it('changes nothing when repeated', async () => {
    const { version } = (await begin('Words')).body;
    const draft = { key: KEY, version, sitting: PHONE };
    const first = await create(draft);
    await put({ content: 'More', version: 0, sitting: LAPTOP });

    const repeat = await create(draft);

    expect(repeat.body.id).toBe(first.body.id);
    expect(repeat.writes).toBe(0);
    expect((await api.get(path, writer)).body.content).toBe('More');
  });

  it("keeps another device's draft, but closes its own sitting", async () => {
    await begin('Laptop', LAPTOP);

    await create({ key: KEY, version: 0, sitting: PHONE });

    expect((await api.get(path, writer)).body).toMatchObject({ content: 'Laptop', sitting: LAPTOP });
    expect((await put({ content: 'Phone', version: 0, sitting: PHONE })).status).toBe(410);
  });

  it('keeps the draft if the save is refused, and always those of other people', async () => {
    const other = await signIn({ role: 'admin' });
    const target = await seedPost();
    const to = `/api/drafts/${target.id}`;
    const { version } = (await put({ content: 'Mine', sitting: PHONE }, to)).body;
    const draft = { key: target.id, version, sitting: PHONE };

    const baseUpdatedAt = '2020-01-01T00:00:00.000Z';
    const conflict = await api.patch(`/api/posts/${target.id}`, { content: 'New', baseUpdatedAt, draft }, writer);
    const left = await api.patch(`/api/posts/${target.id}`, { content: CONFLICT_MARKERS.mine, draft }, writer);
    const theirs = await api.patch(`/api/posts/${target.id}`, { content: 'Theirs', draft }, other);
    const malformed = await api.patch(`/api/posts/${target.id}`, { draft: { ...draft, key: '../x' } }, writer);

    expect([conflict.status, left.status, theirs.status, malformed.status]).toEqual([409, 400, 200, 400]);
    expect((await api.get(to, writer)).body.content).toBe('Mine');
  });

  it('removes the draft even if the post does not change', { tags: 'thorough' }, async () => {
    const target = await seedPost({ content: 'Words' });
    const { version } = (await put({ content: 'Words', sitting: PHONE }, `/api/drafts/${target.id}`)).body;

    const draft = { key: target.id, version, sitting: PHONE };
    const saved = await api.patch(`/api/posts/${target.id}`, { content: 'Words', draft }, writer);

    expect([saved.status, await draftsStored()]).toEqual([200, 0]);
  });

  it('does not touch pictures that draft and post both show', async () => {
    const name = '1763700000000-a-40x30.webp';
    const content = `![](${publicUrl(dependencies.config.publicBucket, `images/${name}`)})`;
    await db.doc(`pictures/${name}`).set({ keepUntil: clock.now(), removalBegunAt: null });
    const target = await seedPost({ content });
    const { version } = (await put({ content: `${content}!`, sitting: PHONE }, `/api/drafts/${target.id}`)).body;

    const draft = { key: target.id, version, sitting: PHONE };
    const saved = await api.patch(`/api/posts/${target.id}`, { content: `${content}!`, draft }, writer);

    // Reads the post, its author's name and the draft, but not the picture.
    expect([saved.status, saved.reads]).toEqual([200, 3]);
    expect((await stored(`posts/${target.id}`))?.pictures).toEqual([name]);
  });
});

describe('a draft of another sitting', () => {
  it('is overwritten by its version, and stored as a discarded draft', async () => {
    const { version } = (await put({ title: 'T', content: 'Phone', device: 'phone', sitting: PHONE })).body;

    const over = await put({ content: 'Laptop', version, sitting: LAPTOP });

    expect([over.status, over.body.sitting]).toEqual([200, LAPTOP]);
    const [card] = (await api.get('/api/discarded-drafts', writer)).body;
    expect(card).toMatchObject({ title: 'T', reason: 'replaced', draftKey: KEY, sitting: PHONE, postId: null });
    expect(card).not.toHaveProperty('content');
    expect(await discardedTexts()).toEqual(['Phone']);
    expect((await put({ content: 'Phone 2', version, sitting: PHONE })).status).toBe(409);
  });

  it('loses no sentence if two devices overwrite it concurrently', { tags: 'thorough' }, async () => {
    const { version } = (await begin('Phone')).body;

    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) => put({ content: name, version, sitting: name.repeat(20) })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await discardedTexts()).toEqual(['Phone']);
  });

  it('can be continued in its own sitting without a copy', async () => {
    const { version } = (await begin('Phone')).body;

    expect((await put({ content: 'Phone and laptop', version, sitting: PHONE })).status).toBe(200);
    expect(await discardedTexts()).toEqual([]);
  });

  it('is not copied if its text is the same', { tags: 'thorough' }, async () => {
    const { version } = (await begin('Same')).body;

    expect((await put({ content: 'Same', version, sitting: LAPTOP })).body.sitting).toBe(LAPTOP);
    expect(await discardedTexts()).toEqual([]);
  });
});

describe('discarding a draft', () => {
  it('stores it for 30 days, and refuses late writes of its sitting', async () => {
    const target = await seedPost();
    const to = `/api/drafts/${target.id}`;
    const { version } = (await put({ content: 'Word', baseUpdatedAt: target.updatedAt, sitting: PHONE }, to)).body;
    const fields = { title: 'T', content: 'Words', draftKey: target.id, postId: target.id, draftVersion: version };

    const first = await discard('d1', fields);
    clock.advance(1_000);
    const repeat = await discard('d1', fields);
    const late = await put({ content: 'Word', sitting: PHONE }, to);

    expect(first.body).toEqual({
      id: 'd1',
      title: 'T',
      reason: 'discarded',
      draftKey: target.id,
      sitting: PHONE,
      postId: target.id,
      baseUpdatedAt: null,
      device: null,
      preview: 'Words',
      discardedAt: expect.any(String),
    });
    expect([repeat.body, repeat.writes]).toEqual([first.body, 0]);
    expect([late.status, late.body.postId]).toEqual([410, null]);
    expect([await draftsStored(), await discardedTexts()]).toEqual([0, ['Words']]);
    const document = await stored(`users/${writer.id}/discardedDrafts/d1`);
    const { discardedAt, expireAt } = document ?? {};
    expect(expireAt.toMillis() - discardedAt.toMillis()).toBe(30 * 24 * 3_600_000);
  });

  it('closes the sitting even if its first autosave arrives later', async () => {
    await discard('d1', { content: 'Words' });

    expect((await begin('Word')).status).toBe(410);
    expect((await begin('Another', LAPTOP)).status).toBe(200);
    expect((await begin('Word')).status).toBe(410);
  });

  it('keeps text of that sitting that its writer did not know', async () => {
    const { version } = (await begin('Phone')).body;
    await put({ content: 'Phone, gone on with on a laptop', version, sitting: PHONE });

    await discard('d1', { content: 'Phone', draftVersion: version });

    expect(await draftsStored()).toBe(0);
    expect((await discardedTexts()).sort()).toEqual(['Phone', 'Phone, gone on with on a laptop']);
  });

  it("keeps the text of another sitting's draft that is removed with it", async () => {
    const { version } = (await begin('Laptop', LAPTOP)).body;

    await discard('d1', { content: 'Phone', draftVersion: version });

    expect(await draftsStored()).toBe(0);
    expect((await discardedTexts()).sort()).toEqual(['Laptop', 'Phone']);
  });

  it("keeps another sitting's draft of another version", async () => {
    await begin('Laptop', LAPTOP);

    await discard('d1', { content: 'Phone', draftVersion: 1 });

    expect((await api.get(path, writer)).body.content).toBe('Laptop');
    expect((await put({ content: 'Phone', version: 0, sitting: PHONE })).status).toBe(410);
  });

  it('is also reported by a deletion', { tags: 'thorough' }, async () => {
    const { version } = (await begin('Words')).body;

    await api.delete(`${path}?version=${version}`, writer);

    expect((await put({ content: 'Words.', version: 0, sitting: PHONE })).status).toBe(410);
  });

  it('is final once the discarded draft is deleted', { tags: 'thorough' }, async () => {
    await discard('d1', { content: 'Words' });

    expect((await api.delete('/api/discarded-drafts/d1', writer)).status).toBe(204);
    expect((await api.delete('/api/discarded-drafts/d1', writer)).status).toBe(404);
    expect((await api.get('/api/discarded-drafts/d1', writer)).status).toBe(404);
  });

  it('is remembered for a day, and the sweep respects that', async () => {
    await discard('d1', { content: 'Words' });
    const sweep = createSweep(dependencies);
    clock.advance(DRAFT_LIMITS.tombstoneMs - 60_000);
    await sweep();
    expect((await begin('Word')).status).toBe(410);

    clock.advance(60_000);
    await sweep();
    expect(await storedAll(`users/${writer.id}/drafts`)).toEqual({});
    expect(await discardedTexts()).toEqual(['Words']);

    clock.advance(DRAFT_LIMITS.discardedMs);
    await begin('Stays');
    await sweep();
    expect(await discardedTexts()).toEqual([]);
    expect(await draftsStored()).toBe(1);
  });
});

describe('limits', () => {
  const fill = async (name: string, count: number, documentOf: (n: number) => object) => {
    const batch = db.batch();
    for (let n = 0; n < count; n += 1) batch.set(db.doc(`users/${writer.id}/${name}/${name}${n}`), documentOf(n));
    await batch.commit();
  };
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n));
  const draft = (n: number) => ({
    content: `Draft ${n}`,
    baseUpdatedAt: null,
    device: null,
    preview: '',
    sitting: PHONE,
    version: n,
    createdAt: at(n),
    updatedAt: at(n),
    closed: [],
  });
  const discardedDraft = (n: number) => ({
    content: `Discarded ${n}`,
    baseUpdatedAt: null,
    device: null,
    preview: '',
    sitting: PHONE,
    length: 1,
    reason: 'replaced',
    draftKey: KEY,
    postId: null,
    discardedAt: at(n),
    expireAt: clock.now(),
  });

  it('never refuse a draft: the oldest becomes a discarded draft, and the oldest discarded draft is deleted', async () => {
    await fill('drafts', DRAFT_LIMITS.perPerson, draft);
    await fill('discardedDrafts', DRAFT_LIMITS.discardedPerPerson, discardedDraft);
    await discard('tombstone', { draftKey: 'closed' });

    const answers = await Promise.all(['x', 'y'].map((key) => put({ content: key }, `/api/drafts/${key}`)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await draftsStored()).toBe(DRAFT_LIMITS.perPerson);
    expect((await api.get('/api/drafts/drafts0', writer)).status).toBe(404);
    const kept = await discardedTexts();
    expect(kept).toHaveLength(DRAFT_LIMITS.discardedPerPerson);
    expect(kept).toEqual(expect.arrayContaining(['Draft 0', 'Draft 1']));
    expect(kept).not.toContain('Discarded 2');
    expect(kept).toContain('Discarded 3');
  });

  it('allow five copies of emptied texts per sitting: the longest, the newest and the next longest', async () => {
    const copy = (length: number, sitting = PHONE) =>
      discard(`copy${length}`, { reason: 'emptied', content: 'x'.repeat(length), sitting });
    for (const length of [50, 10, 90, 30, 70]) await copy(length);
    const lengths = async () => (await discardedTexts()).map((text) => text.length).sort((a, b) => a - b);

    await copy(5);
    expect(await lengths()).toEqual([5, 30, 50, 70, 90]);
    await copy(95);
    expect(await lengths()).toEqual([30, 50, 70, 90, 95]);
    await copy(1, LAPTOP);
    await copy(2);
    expect(await lengths()).toEqual([1, 2, 50, 70, 90, 95]);
    await copy(2);
    expect(await lengths()).toHaveLength(6);
  });

  it('delete no other discarded draft to make room for a copy', { tags: 'thorough' }, async () => {
    const ofCopies = (n: number) => ({ ...discardedDraft(n), reason: n < 95 ? 'replaced' : 'emptied', length: n });
    await fill('discardedDrafts', DRAFT_LIMITS.discardedPerPerson, ofCopies);

    await discard('copy', { reason: 'emptied', content: 'Emptied' });

    const kept = await discardedTexts();
    expect(kept).toHaveLength(DRAFT_LIMITS.discardedPerPerson);
    expect(kept).toEqual(expect.arrayContaining(['Discarded 0', 'Emptied']));
    expect(kept).not.toContain('Discarded 95');
  });

  it('keep a document within its maximum size, whatever the text', { tags: 'thorough' }, async () => {
    const [title, excerpt, content] = (['title', 'excerpt', 'content'] as const).map((field) =>
      '漢'.repeat(DRAFT_LIMITS[field]),
    );
    const { version } = (await put({ title, excerpt, content, sitting: PHONE })).body;

    expect((await put({ content: 'x', version, sitting: LAPTOP })).status).toBe(200);
    expect((await discard('d1', { title, excerpt, content })).status).toBe(200);
    expect((await discard('d2', { content: `${content}x` })).text).toBe('Content too long');
    expect((await discard('d3', { content: '\u0001'.repeat(200_000) })).status).toBe(413);
    expect(await discardedTexts()).toEqual([content, content]);
  });
});

describe('discarding', () => {
  it('is for staff, on their own drafts; former staff can still read and delete theirs', async () => {
    const admin = await signIn({ role: 'admin' });
    await begin('Mine', LAPTOP);
    await discard('d1', { content: 'Mine' });

    expect((await api.get('/api/discarded-drafts', admin)).body).toEqual([]);
    expect((await api.get('/api/discarded-drafts/d1', admin)).status).toBe(404);
    expect((await api.delete('/api/discarded-drafts/d1', admin)).status).toBe(404);
    const reader = await signIn();
    const body = { reason: 'discarded', draftKey: KEY, sitting: PHONE };
    expect((await api.put('/api/discarded-drafts/d1', body, reader)).status).toBe(403);
    await db.doc(`users/${writer.id}`).update({ role: 'user' });
    expect((await discard('d2', { content: 'x', draftKey: 'other' })).status).toBe(403);
    expect((await discard('d2', { content: 'x', reason: 'emptied' })).status).toBe(403);
    const mine = { content: 'Mine too', sitting: LAPTOP };
    expect([(await discard('d3', mine)).status, (await discard('d3', mine)).status]).toEqual([200, 200]);
    expect(await draftsStored()).toBe(0);
    expect((await discardedTexts()).sort()).toEqual(['Mine', 'Mine too', 'Mine'].sort());
    expect((await api.delete('/api/discarded-drafts/d1', writer)).status).toBe(204);
  });

  it('is limited to the draft in the path, which hostile ids cannot escape', async () => {
    const ids = ['..%2f..%2fusers', '__x__', 'a%2Fb', 'k'.repeat(129), '%00', 'a.b', '%20'];

    const answers = await Promise.all(ids.map((id) => discard(id, { content: 'x' })));
    const inside = await Promise.all([
      discard('d1', { draftKey: '../x' }),
      discard('d1', { sitting: 'short' }),
      discard('d1', { draftKey: '__x__' }),
      discard('d1', { reason: 'other' }),
      discard('d1', { postId: 'a/b' }),
    ]);

    expect(answers.map(({ status }) => status).filter((status) => status !== 404 && status !== 400)).toEqual([]);
    expect(inside.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    expect(await storedAll(`users/${writer.id}/discardedDrafts`)).toEqual({});
  });
});
