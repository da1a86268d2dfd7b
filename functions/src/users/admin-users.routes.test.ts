import { describe, expect, it } from 'vitest';
import { api, type TestAnswer } from '../testing/api.ts';
import { stored, storedAll } from '../testing/posts.ts';
import { signIn, signInEach, signInMany, type TestUser } from '../testing/users.ts';

const { admin } = signInEach({ admin: { role: 'admin' } });

const auditEntries = async () => Object.values(await storedAll('audit'));

describe('GET /api/admin/users', () => {
  it('pages through all accounts, newest first', async () => {
    await signInMany(4);

    const ids: string[] = [];
    for (let path = '/api/admin/users?limit=2'; path; ) {
      const answer: TestAnswer = await api.get(path, admin);
      expect(answer.headers.get('x-total-count')).toBe('5');
      expect(answer.reads).toBeLessThanOrEqual(3);
      ids.push(...answer.body.map((user: { id: string }) => user.id));
      path = answer.next;
    }

    expect(new Set(ids)).toEqual(new Set(Object.keys(await storedAll('users'))));
    expect(ids).toHaveLength(5);
  });

  it.each(['cursor=zzz', 'cursor=', 'limit=0', 'limit=101', 'cursor=__proto__', 'limit=1&limit=2'])(
    'refuses ?%s',
    async (query) => {
      expect((await api.get(`/api/admin/users?${query}`, admin)).status).toBe(400);
    },
  );
});

describe('PATCH /api/admin/users/:id/writing', () => {
  const give = (id: string, writing: string, by?: TestUser) =>
    api.patch(`/api/admin/users/${id}/writing`, { writing }, by);

  it('gives and withdraws the right to write, once, with an audit entry', async () => {
    const user = await signIn();
    expect((await api.get('/api/auth/user', user)).body).toMatchObject({ writing: 'none' });

    const answer = await give(user.id, 'contributor', admin);
    await give(user.id, 'contributor', admin);

    expect(answer.body).toMatchObject({ id: user.id, role: 'user', writing: 'contributor' });
    expect((await api.get('/api/auth/user', user)).body).toMatchObject({ writing: 'contributor' });
    expect(await auditEntries()).toMatchObject([
      {
        actorId: admin.id,
        action: 'user.writing',
        target: `users/${user.id}`,
        before: { writing: 'none' },
        after: { writing: 'contributor' },
      },
    ]);
    expect((await give(user.id, 'none', admin)).body).toMatchObject({ writing: 'none' });
  });

  it('ends with a demotion and a block, and does not return', async () => {
    const [blocked, demoted] = [await signIn({ writing: 'author' }), await signIn({ writing: 'author' })];

    const block = await api.post(`/api/admin/users/${blocked.id}/block`, undefined, admin);
    const whileBlocked = await give(blocked.id, 'author', admin);
    const unblock = await api.post(`/api/admin/users/${blocked.id}/unblock`, undefined, admin);
    await api.patch(`/api/admin/users/${demoted.id}/role`, { role: 'moderator' }, admin);
    const demotion = await api.patch(`/api/admin/users/${demoted.id}/role`, { role: 'user' }, admin);

    expect([block, unblock, demotion].map(({ body }) => body.writing)).toEqual(['none', 'none', 'none']);
    expect(whileBlocked.status).toBe(409);
    expect(await stored(`users/${demoted.id}`)).toMatchObject({ writing: 'none' });
    expect((await api.get('/api/admin/posts', demoted)).status).toBe(403);
  });

  it('refuses unknown accounts and rights', async () => {
    const author = await signIn({ writing: 'author' });

    const answers = [await give('nobody', 'author', admin), await give(author.id, 'editor', admin)];

    expect(answers.map(({ status }) => status)).toEqual([404, 400]);
    expect(await stored(`users/${author.id}`)).toMatchObject({ writing: 'author' });
    expect(await auditEntries()).toEqual([]);
  });
});

describe('PATCH /api/admin/users/:id/role', () => {
  it('takes effect on the next call, with an audit entry', async () => {
    const user = await signIn();
    expect((await api.get('/api/admin/posts', user)).status).toBe(403);

    const answer = await api.patch(`/api/admin/users/${user.id}/role`, { role: 'moderator' }, admin);

    expect(answer.body).toMatchObject({ id: user.id, role: 'moderator' });
    expect((await api.get('/api/admin/posts', user)).status).toBe(200);
    expect(await auditEntries()).toMatchObject([
      {
        actorId: admin.id,
        action: 'user.role',
        target: `users/${user.id}`,
        before: { role: 'user' },
        after: { role: 'moderator' },
      },
    ]);
  });

  it('changes nothing when repeated', async () => {
    const user = await signIn();
    for (let time = 0; time < 3; time += 1) {
      await api.patch(`/api/admin/users/${user.id}/role`, { role: 'admin' }, admin);
    }

    expect(await auditEntries()).toHaveLength(1);
  });

  it("refuses a change of one's own role, blocked accounts as admins, and unknown ids and roles", async () => {
    const blocked = await signIn({ isBlocked: true });
    const user = await signIn();

    const own = await api.patch(`/api/admin/users/${admin.id}/role`, { role: 'user' }, admin);
    const promoted = await api.patch(`/api/admin/users/${blocked.id}/role`, { role: 'admin' }, admin);
    const unknown = await api.patch('/api/admin/users/nobody/role', { role: 'user' }, admin);
    const strange = await api.patch(`/api/admin/users/${user.id}/role`, { role: 'owner' }, admin);

    expect([own.status, own.text]).toEqual([403, 'You cannot change your own role.']);
    expect([promoted.status, unknown.status, strange.status]).toEqual([409, 404, 400]);
    expect(await auditEntries()).toEqual([]);
    expect(await stored(`users/${blocked.id}`)).toMatchObject({ role: 'user' });
  });

  it('keeps one admin if four admins demote each other concurrently', async () => {
    const admins = await signInMany(4, { role: 'admin' });

    const answers = await Promise.all(
      admins.flatMap((admin) =>
        admins
          .filter((other) => other !== admin)
          .map((other) => api.patch(`/api/admin/users/${other.id}/role`, { role: 'user' }, admin)),
      ),
    );

    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 403]));
    const roles = await Promise.all(admins.map(async (admin) => (await stored(`users/${admin.id}`))?.role));
    expect(roles.filter((role) => role === 'admin')).toHaveLength(1);
  });
});

describe('POST /api/admin/users/:id/block and /unblock', () => {
  it('locks the account out from the next call on, and lets it in again', async () => {
    const user = await signIn();
    expect((await api.get('/api/auth/user', user)).status).toBe(200);

    const blocked = await api.post(`/api/admin/users/${user.id}/block`, undefined, admin);
    const since = (await stored(`users/${user.id}`))?.blockedAt;

    expect(blocked.body.isBlocked).toBe(true);
    expect(since).toBeTruthy();
    expect((await api.get('/api/auth/user', user)).status).toBe(403);
    expect((await api.get('/api/posts', user)).status).toBe(403);

    const unblocked = await api.post(`/api/admin/users/${user.id}/unblock`, undefined, admin);

    expect(unblocked.body.isBlocked).toBe(false);
    expect(await stored(`users/${user.id}`)).toMatchObject({ isBlocked: false, blockedAt: null });
    expect((await api.get('/api/auth/user', user)).status).toBe(200);
    expect((await auditEntries()).map((entry) => entry.action).sort()).toEqual(['user.block', 'user.unblock']);
  });

  it('keeps the time of the first block when repeated, even under parallel calls', { tags: 'thorough' }, async () => {
    const user = await signIn();

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api.post(`/api/admin/users/${user.id}/block`, undefined, admin)),
    );

    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    expect(await auditEntries()).toHaveLength(1);
  });

  it('refuses to block admins, oneself and unknown ids', async () => {
    const [admin, other] = await signInMany(2, { role: 'admin' });

    const ofAdmin = await api.post(`/api/admin/users/${other?.id}/block`, undefined, admin);
    const own = await api.post(`/api/admin/users/${admin?.id}/block`, undefined, admin);

    expect([ofAdmin.status, ofAdmin.text]).toEqual([403, 'Administrators cannot be blocked. Change the role first.']);
    expect([own.status, own.text]).toEqual([403, 'You cannot block your own account.']);
    for (const verb of ['block', 'unblock']) {
      expect((await api.post(`/api/admin/users/nobody/${verb}`, undefined, admin)).status).toBe(404);
      expect((await api.post(`/api/admin/users/__x__/${verb}`, undefined, admin)).status).toBe(404);
    }
    expect(await auditEntries()).toEqual([]);
  });
});
