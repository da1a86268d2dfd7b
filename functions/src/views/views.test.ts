import { beforeEach, describe, expect, it } from 'vitest';
import { api, send } from '../testing/api.ts';
import { seedPost, storedPost } from '../testing/posts.ts';
import { clock, resetFirestore } from '../testing/server.ts';
import { signIn } from '../testing/users.ts';

beforeEach(resetFirestore);

describe('POST /api/posts/:id/view', () => {
  it('counts every visit under parallel calls', async () => {
    const post = await seedPost();

    const answers = await Promise.all(Array.from({ length: 100 }, () => api.post(`/api/posts/${post.id}/view`)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await storedPost(post.id)).toMatchObject({ views: 100, popularity: 100 });
    // One at a time, the visits would need a hundred writes.
    expect(answers.reduce((sum, { writes }) => sum + writes, 0)).toBeLessThan(40);
  });

  it('counts neither its authors nor unpublished posts', async () => {
    const author = await signIn({ role: 'moderator' });
    const second = await signIn({ role: 'admin' });
    const post = await seedPost({ authorId: author.id, authorIds: [author.id, second.id] });
    const draft = await seedPost({ isPublished: false });

    for (const by of [author, second]) {
      expect((await api.post(`/api/posts/${post.id}/view`, undefined, by)).status).toBe(204);
    }
    expect((await api.post(`/api/posts/${draft.id}/view`, undefined, author)).status).toBe(204);
    expect((await api.post(`/api/posts/${draft.id}/view`)).status).toBe(404);
    expect((await api.post('/api/posts/unknown/view')).status).toBe(404);
    expect(await storedPost(post.id)).toMatchObject({ views: 0 });
    expect(await storedPost(draft.id)).toMatchObject({ views: 0 });
  });

  it('does not change the edit time', async () => {
    const post = await seedPost();
    await api.post(`/api/posts/${post.id}/view`);

    expect((await api.get(`/api/posts/${post.id}`)).body).toMatchObject({ viewCount: 1, updatedAt: post.updatedAt });
  });

  it('counts a visitor once an hour for each post, and gives repeats the same answer', async () => {
    const [post, other] = [await seedPost(), await seedPost()];
    const visit = (address: string, browser = 'Firefox', id = post.id) =>
      send('POST', `/api/posts/${id}/view`, { headers: { 'x-forwarded-for': address, 'user-agent': browser } });

    const answers = await Promise.all(Array.from({ length: 20 }, () => visit('203.0.113.1')));
    await visit('203.0.113.1', 'Firefox', other.id);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect([await storedPost(post.id), await storedPost(other.id)]).toMatchObject([{ views: 1 }, { views: 1 }]);
    expect((await visit('203.0.113.1')).writes).toBe(0);

    await visit('203.0.113.1', 'Chrome');
    await visit('203.0.113.2');
    expect(await storedPost(post.id)).toMatchObject({ views: 3 });
    clock.advance(60 * 60_000);
    await visit('203.0.113.1');
    expect(await storedPost(post.id)).toMatchObject({ views: 4 });
  });

  it('counts an account once across browsers and addresses', async () => {
    const [post, reader] = [await seedPost(), await signIn()];

    for (let n = 0; n < 5; n += 1) {
      const headers = { 'user-agent': `browser ${n}`, 'x-forwarded-for': `203.0.113.${n}` };
      expect((await send('POST', `/api/posts/${post.id}/view`, { user: reader, headers })).status).toBe(204);
    }

    expect((await storedPost(post.id))?.views).toBe(1);
  });

  it('counts a visitor whose first visit was not counted', async () => {
    const post = await seedPost({ isPublished: false });
    const moderator = await signIn({ role: 'moderator' });
    const visit = () => send('POST', `/api/posts/${post.id}/view`, { headers: { 'user-agent': 'Firefox' } });

    expect((await visit()).status).toBe(404);
    await api.patch(`/api/posts/${post.id}`, { isPublished: true }, moderator);
    expect((await visit()).status).toBe(204);

    expect(await storedPost(post.id)).toMatchObject({ views: 1 });
  });

  it('refuses visits from pages of other sites', async () => {
    const post = await seedPost();
    const visit = (headers: Record<string, string>) => send('POST', `/api/posts/${post.id}/view`, { headers });

    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      expect([headers, (await visit(headers)).status]).toEqual([headers, 403]);
    }
    expect(await storedPost(post.id)).toMatchObject({ views: 0 });
    for (const headers of [
      {},
      { origin: 'http://localhost:3000' },
      { origin: 'https://inkwell.example', 'sec-fetch-site': 'same-origin' },
      { origin: 'https://inkwell.example', 'x-forwarded-host': 'inkwell.example' },
    ]) {
      expect([headers, (await visit(headers)).status]).toEqual([headers, 204]);
    }
  });

  it('allows 300 a minute from one address, whatever address the caller claims', { tags: 'thorough' }, async () => {
    const post = await seedPost();
    const visit = (n: number) =>
      send('POST', `/api/posts/${post.id}/view`, { headers: { 'x-forwarded-for': `10.9.8.${n % 250}, 203.0.113.7` } });

    const answers = await clock.stopped(() => Promise.all(Array.from({ length: 302 }, (_, n) => visit(n))));

    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
    const elsewhere = await send('POST', `/api/posts/${post.id}/view`, {
      headers: { 'x-forwarded-for': '203.0.113.8' },
    });
    expect(elsewhere.status).toBe(204);
  });
});
