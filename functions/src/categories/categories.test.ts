import { describe, expect, it } from 'vitest';
import { api, send } from '../testing/api.ts';
import { storedAll } from '../testing/posts.ts';
import { signIn, signInEach } from '../testing/users.ts';

const { moderator } = signInEach({ moderator: { role: 'moderator' } });

describe('POST /api/categories', () => {
  it('numbers categories without gaps under parallel creation, even with duplicate names', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `Topic ${n % 8}`);

    const answers = await Promise.all(names.map((name) => api.post('/api/categories', { name }, moderator)));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(8);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
    const list = (await api.get('/api/categories')).body;
    expect(list.map(({ id }: { id: number }) => id).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(list.map(({ name }: { name: string }) => name)).toEqual([...new Set(names)].sort());
  });

  it('treats names that look the same as equal', async () => {
    await api.post('/api/categories', { name: 'Café  Life' }, moderator);

    for (const name of ['café life', 'CAFÉ LIFE', 'Cafe\u0301 Life', 'Ｃａｆé Life', ' Café Life ']) {
      const res = await api.post('/api/categories', { name }, moderator);
      expect([name, res.status, res.text]).toEqual([name, 409, 'A category with this name already exists']);
    }
    expect(Object.keys(await storedAll('categories'))).toEqual(['1']);
  });

  it('derives the color from a known icon, and ignores the color sent', async () => {
    const create = async (body: object) => (await api.post('/api/categories', body, moderator)).body;

    expect(await create({ name: 'A', icon: 'laptop-code', color: 'pink' })).toMatchObject({
      icon: 'fas fa-laptop-code',
      color: 'blue',
    });
    expect(await create({ name: 'B', icon: 'far fa-moon', color: 'black' })).toMatchObject({
      icon: 'far fa-moon',
      color: 'black',
    });
    expect(await create({ name: 'C', description: '' })).toMatchObject({
      icon: null,
      color: null,
      description: null,
      postCount: 0,
    });
  });

  it.each([
    [{}, 'Name is required'],
    [{ name: 'n'.repeat(101) }, 'Name too long'],
    [{ name: 'n', description: 'd'.repeat(501) }, 'Description too long'],
  ])('refuses %j: %s', async (body, text) => {
    const res = await api.post('/api/categories', body, await signIn({ role: 'admin' }));

    expect([res.status, res.text]).toEqual([400, text]);
  });

  it('creates one category per idempotency key', async () => {
    const user = await signIn({ role: 'moderator' });
    const create = () =>
      send('POST', '/api/categories', { user, body: { name: 'Once' }, headers: { 'idempotency-key': '1' } });

    const answers = await Promise.all([create(), create(), create()]);

    expect(answers.map(({ status, body }) => [status, body.id])).toEqual(Array(3).fill([201, 1]));
  });
});
