import { DRAFT_LIMITS } from '@inkwell/shared/drafts';
import { describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { seedPost, stored, storedAll, storedPost } from '../testing/posts.ts';
import { clock, db, dependencies } from '../testing/server.ts';
import { signIn, signInEach, type TestUser } from '../testing/users.ts';
import { publicUrl } from '../uploads/image-url.ts';

const NEW = 'abcdefghij0123456789';
const path = `/api/drafts/${NEW}`;

const { writer } = signInEach({ writer: { role: 'moderator' } });

const storedDraft = (user: TestUser, key = NEW) => stored(`users/${user.id}/drafts/${key}`);

describe('a draft', () => {
  it('is returned byte for byte, with its base and device', () =>
    clock.stopped(async () => {
      const post = await seedPost();
      const draft = {
        title: '  ',
        content: '\n 漢字 😀\r\n\u0000e\u0301 ',
        excerpt: '',
        featuredImage: 'https://example.com/a.png',
        categoryId: 7,
        isPublished: true,
        baseUpdatedAt: post.updatedAt,
        device: 'Firefox on Linux',
      };

      const kept = await api.put(`/api/drafts/${post.id}`, draft, writer);

      const { content, ...card } = draft;
      expect(kept.body).toEqual({
        ...card,
        key: post.id,
        sitting: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
        preview: '漢字 😀 \u0000e\u0301',
        version: expect.any(Number),
        createdAt: clock.now().toISOString(),
        updatedAt: clock.now().toISOString(),
      });
      expect((await api.get(`/api/drafts/${post.id}`, writer)).body).toEqual({ ...kept.body, content });
      expect((await api.get('/api/drafts', writer)).body).toEqual([kept.body]);
      expect((await storedPost(post.id))?.title).toBe(post.title);
    }));

  it('contains only the fields that its writer sent', async () => {
    const kept = await api.put(path, { title: 'Only this', views: 9, authorId: 'x', pictures: ['y'] }, writer);

    expect(Object.keys(kept.body).sort()).toEqual(
      ['baseUpdatedAt', 'createdAt', 'device', 'key', 'preview', 'sitting', 'title', 'updatedAt', 'version'].sort(),
    );
    expect(await storedDraft(writer)).toMatchObject({ pictures: [] });
  });

  it('can be longer than a post, up to 975 kB', async () => {
    const [title, excerpt, content] = (['title', 'excerpt', 'content'] as const).map((field) =>
      '漢'.repeat(DRAFT_LIMITS[field]),
    );

    expect((await api.put(path, { title, excerpt, content }, writer)).status).toBe(200);
    expect((await api.get(path, writer)).body).toMatchObject({ title, excerpt, content });
    expect((await api.put(path, { content: `${content}x` }, writer)).text).toBe('Content too long');
    expect((await api.put(path, { content: '\u0001'.repeat(200_000) }, writer)).status).toBe(413);
  });

  it('is listed by its last change, newest first', async () => {
    const versions: number[] = [];
    for (const key of ['a', 'b', 'c']) {
      versions.push((await api.put(`/api/drafts/${key}`, { title: key }, writer)).body.version);
      clock.advance(1_000);
    }
    await api.put('/api/drafts/a', { title: 'changed', categoryId: null, version: versions[0] }, writer);

    const { body } = await api.get('/api/drafts', writer);

    expect(body.map(({ key }: { key: string }) => key)).toEqual(['a', 'c', 'b']);
    expect(body[0].categoryId).toBeNull();
  });

  it('survives the deletion of its post', async () => {
    const post = await seedPost();
    await api.put(`/api/drafts/${post.id}`, { content: 'Words' }, writer);

    await api.delete(`/api/posts/${post.id}`, writer);

    expect((await api.get(`/api/drafts/${post.id}`, writer)).body.content).toBe('Words');
  });
});

describe('a draft written by two devices', () => {
  it('is stored once under parallel changes of one version, and the others get the stored draft', {
    tags: 'thorough',
  }, async () => {
    const { version } = (await api.put(path, { content: 'Common', version: 0 }, writer)).body;

    const answers = await Promise.all(
      ['phone', 'laptop', 'desk'].map((device) => api.put(path, { content: device, device, version }, writer)),
    );

    const [kept] = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(2);
    const now = (await api.get(path, writer)).body;
    expect(now).toEqual({ ...kept?.body, content: kept?.body.device });
    expect(refused.map(({ body }) => body)).toEqual([now, now]);
  });

  it('is created once under parallel creation', { tags: 'thorough' }, async () => {
    const answers = await Promise.all(['a', 'b'].map((content) => api.put(path, { content, version: 0 }, writer)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('accepts a repeat with any version', async () => {
    const first = await api.put(path, { content: 'One', version: 0 }, writer);
    const second = await api.put(path, { content: 'Two', version: first.body.version }, writer);
    clock.advance(1_000);

    const repeat = await api.put(path, { content: 'Two', version: first.body.version, device: 'again' }, writer);

    expect(repeat.body).toEqual(second.body);
    expect(repeat.writes).toBe(0);
  });

  it('is not overwritten without a version', async () => {
    await api.put(path, { content: 'One' }, writer);

    const refused = await api.put(path, { content: 'Two' }, writer);

    expect([refused.status, refused.body.content]).toEqual([409, 'One']);
  });

  it('is neither recreated by a deleted version nor confused with it', async () => {
    const { version } = (await api.put(path, { content: 'Old' }, writer)).body;
    await api.delete(path, writer);

    expect((await api.put(path, { content: 'Old, and more', version }, writer)).status).toBe(404);
    const again = await api.put(path, { content: 'New', version: 0 }, writer);
    clock.advance(1);
    const later = await api.put(path, { content: 'Newer', version: again.body.version }, writer);

    expect(later.body.version).toBeGreaterThan(version);
    expect((await api.put(path, { content: 'Old, and more', version }, writer)).status).toBe(409);
  });

  it('is deleted only in the given version', async () => {
    const first = await api.put(path, { content: 'One' }, writer);
    const second = await api.put(path, { content: 'Two', version: first.body.version }, writer);

    const refused = await api.delete(`${path}?version=${first.body.version}`, writer);

    expect([refused.status, refused.body.content]).toEqual([409, 'Two']);
    expect((await api.delete(`${path}?version=${second.body.version}`, writer)).status).toBe(204);
    expect((await api.delete(path, writer)).status).toBe(404);
    expect((await api.get(path, writer)).status).toBe(404);
    expect((await api.get('/api/drafts', writer)).body).toEqual([]);
    expect(Object.keys((await storedDraft(writer)) ?? {}).sort()).toEqual([
      ...['closed', 'expireAt', 'schemaVersion', 'version'],
    ]);
  });
});

describe('a change of a draft', () => {
  it('contains only the changed range and keeps the other fields', async () => {
    const { version } = (await api.put(path, { title: 'T', content: 'a😀b', device: 'phone' }, writer)).body;

    const kept = await api.patch(path, { version, contentEdit: { from: 2, to: 3, text: '\ude01' } }, writer);

    expect(kept.status).toBe(200);
    expect((await api.get(path, writer)).body).toMatchObject({ title: 'T', content: 'a😁b', device: 'phone' });
  });

  it('is refused for another version, a range outside the text, two kinds of content, and a missing draft', async () => {
    const edit = { from: 0, to: 9, text: '' };
    const { version } = (await api.put(path, { content: 'abc' }, writer)).body;

    const stale = await api.patch(path, { version: version - 1, contentEdit: { from: 0, to: 0, text: 'x' } }, writer);
    const outside = await api.patch(path, { version, contentEdit: edit }, writer);
    const both = await api.patch(path, { version, content: 'x', contentEdit: { from: 0, to: 0, text: '' } }, writer);
    const absent = await api.patch('/api/drafts/absent', { version, contentEdit: edit }, writer);
    const unversioned = await api.patch(path, { content: 'x' }, writer);

    expect([stale.status, stale.body.content]).toEqual([409, 'abc']);
    expect([outside.status, outside.text]).toEqual([400, 'The changed range is not within the draft']);
    expect([both.status, absent.status, unversioned.status]).toEqual([400, 404, 400]);
    expect((await api.get(path, writer)).body).toMatchObject({ version, content: 'abc' });
  });

  it('succeeds once under parallel changes', { tags: 'thorough' }, async () => {
    const { version } = (await api.put(path, { content: '' }, writer)).body;

    const answers = await Promise.all(
      ['a', 'b', 'c'].map((text) => api.patch(path, { version, contentEdit: { from: 0, to: 0, text } }, writer)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await api.get(path, writer)).body.content).toHaveLength(1);
  });
});

describe('the writer of a draft', () => {
  it('sees only their own drafts, admins included', async () => {
    const admin = await signIn({ role: 'admin' });
    await api.put(path, { title: 'Mine' }, writer);

    expect((await api.get(path, admin)).status).toBe(404);
    expect((await api.delete(path, admin)).status).toBe(404);
    expect((await api.patch(path, { version: 1, title: 'x' }, admin)).status).toBe(404);
    expect((await api.get('/api/drafts', admin)).body).toEqual([]);
    expect((await api.put(path, { title: 'Theirs' }, admin)).status).toBe(200);
    expect((await api.get(path, writer)).body.title).toBe('Mine');
  });

  it('can still read and delete drafts after a demotion, but not write', async () => {
    await api.put(path, { title: 'Mine' }, writer);
    await db.doc(`users/${writer.id}`).update({ role: 'user' });

    expect((await api.put(path, { title: 'x' }, writer)).status).toBe(403);
    expect((await api.patch(path, { version: 1 }, writer)).status).toBe(403);
    expect((await api.get('/api/drafts', writer)).body).toHaveLength(1);
    expect((await api.get(path, writer)).body.title).toBe('Mine');
    expect((await api.delete(path, writer)).status).toBe(204);
  });

  it('is determined by the path, which hostile keys cannot escape', async () => {
    const keys = ['..%2f..%2fusers', '__x__', 'a%2Fb', `${'k'.repeat(129)}`, '%00', 'a.b', '%20'];

    const answers = await Promise.all(keys.map((key) => api.put(`/api/drafts/${key}`, { title: 'x' }, writer)));

    expect(answers.map(({ status }) => status).filter((status) => status !== 404 && status !== 400)).toEqual([]);
    expect(await storedAll(`users/${writer.id}/drafts`)).toEqual({});
  });

  it('is its only reader: lists, pages, feeds and search never contain drafts', async () => {
    const post = await seedPost({ title: 'Harbour' });
    await api.put(`/api/drafts/${post.id}`, { title: 'Xylophone', content: 'Xylophone' }, writer);

    const answers = await Promise.all(
      [
        ...['/api/posts', `/api/posts/${post.id}`, '/api/posts/search?q=xylophone', '/api/posts/popular', '/api/stats'],
        ...['/api/admin/posts', '/api/admin/analytics', `/api/posts/${post.id}/similar`],
      ].map((address) => api.get(address, writer)),
    );

    expect(answers.filter(({ status, text }) => status !== 200 || /xylophone/i.test(text))).toEqual([]);
    expect(Object.keys(await storedAll('searchIndex'))).toEqual([post.id]);
  });
});

describe('a picture in a draft', () => {
  const NAME = '1763700000000-a-40x30.webp';
  const address = publicUrl(dependencies.config.publicBucket, `images/${NAME}`);

  it('is kept longer when it is added and when the draft is deleted, at no other cost', () =>
    clock.stopped(async () => {
      const entry = () => stored(`pictures/${NAME}`).then((picture) => picture?.keepUntil.toDate().getTime());
      await db.doc(`pictures/${NAME}`).set({ keepUntil: clock.now(), removalBegunAt: null });

      const comes = await api.put(path, { content: `![](${address})` }, writer);
      const kept = await entry();
      clock.advance(1_000);
      const { version } = comes.body;
      const stays = await api.put(path, { content: `![](${address}) and words`, version }, writer);
      expect(await entry()).toBe(kept);
      clock.advance(1_000);
      const goes = await api.delete(path, writer);

      expect(await entry()).toBe((kept ?? 0) + 2_000);
      expect([comes, stays, goes].map(({ writes }) => writes)).toEqual([2, 1, 2]);
    }));

  it('does not make a draft fail while the picture is being removed', async () => {
    await db.doc(`pictures/${NAME}`).set({ keepUntil: clock.now(), removalBegunAt: clock.now() });

    expect((await api.put(path, { content: `Words ![](${address})` }, writer)).status).toBe(200);
    expect((await api.delete(path, writer)).status).toBe(204);
  });
});
