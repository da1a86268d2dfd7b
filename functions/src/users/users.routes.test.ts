import { beforeEach, describe, expect, it } from 'vitest';
import { api, send } from '../testing/api.ts';
import { stored, storedAll } from '../testing/posts.ts';
import { auth, clock, db, resetFirestore } from '../testing/server.ts';
import { signIn, signInMany } from '../testing/users.ts';

beforeEach(resetFirestore);

describe('GET /api/auth/user', () => {
  it('creates the account once under parallel first calls', async () => {
    const user = await signIn({ hasRecord: false, displayName: 'Grace Hopper' });

    const answers = await Promise.all(Array.from({ length: 20 }, () => api.get('/api/auth/user', user)));

    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.createdAt)).size).toBe(1);
    expect(Object.keys(await storedAll('users'))).toEqual([user.id]);
    expect(answers[0]?.body).toMatchObject({
      email: user.email,
      displayName: 'Grace Hopper',
      role: 'user',
      isBlocked: false,
    });
  });

  it('creates the account even if the first call is another one', async () => {
    const user = await signIn({ hasRecord: false });

    const answers = await Promise.all(
      ['/api/notifications', '/api/auth/user', '/api/notifications'].map((path) => api.get(path, user)),
    );

    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(Object.keys(await storedAll('users'))).toEqual([user.id]);
  });

  it('adds a name that the provider sets later', async () => {
    const user = await signIn({ hasRecord: false, displayName: '' });
    expect((await api.get('/api/auth/user', user)).body.displayName).toBeNull();

    await auth.updateUser(user.id, { displayName: 'Late Name' });

    expect((await api.get('/api/auth/user', user)).body.displayName).toBe('Late Name');
  });

  it.each(['Admin', 'The Inkwell Team', 'someone@example.com', '\u3164\u200b'])(
    'never uses %j as a name, and lets the account in',
    async (displayName) => {
      const user = await signIn({ hasRecord: false, displayName });

      expect(await api.get('/api/auth/user', user)).toMatchObject({ status: 200, body: { displayName: null } });
    },
  );

  it('accepts pictures of the sign-in provider, and no others', async () => {
    const [google, other] = [await signIn({ hasRecord: false }), await signIn({ hasRecord: false })];
    const picture = 'https://lh3.googleusercontent.com/a/ada=s96-c';
    await auth.updateUser(google.id, { photoURL: picture });
    await auth.updateUser(other.id, { photoURL: 'https://tracker.example/a.png' });

    expect((await api.get('/api/auth/user', google)).body.profileImageUrl).toBe(picture);
    expect((await api.get('/api/auth/user', other)).body.profileImageUrl).toBeNull();
  });

  it('updates an email address changed at the provider', async () => {
    const user = await signIn();
    await db.doc(`users/${user.id}`).update({ email: 'old@example.com' });

    expect((await api.get('/api/auth/user', user)).body.email).toBe(user.email);
  });

  it('marks the caller as online, at most once in five minutes, and for six minutes', async () => {
    const user = await signIn();
    const admin = await signIn({ role: 'admin' });
    const longAgo = new Date(clock.now().getTime() - 3_600_000);
    await db.doc(`users/${user.id}`).update({ lastSeenAt: longAgo });
    const isOnline = async () =>
      (await api.get('/api/admin/users', admin)).body.find((listed: { id: string }) => listed.id === user.id).isOnline;
    expect(await isOnline()).toBe(false);

    const answers = await Promise.all(Array.from({ length: 10 }, () => api.get('/api/auth/user', user)));
    const seen = (await stored(`users/${user.id}`))?.lastSeenAt.toMillis();
    clock.advance(240_000);
    await api.get('/api/auth/user', user);

    expect(answers.every((answer) => answer.body.isOnline)).toBe(true);
    expect((await stored(`users/${user.id}`))?.lastSeenAt.toMillis()).toBe(seen);
    expect(await isOnline()).toBe(true);
    clock.advance(121_000);
    expect(await isOnline()).toBe(false);
    await api.get('/api/auth/user', user);
    expect((await stored(`users/${user.id}`))?.lastSeenAt.toMillis()).toBeGreaterThan(seen);
  });
});

describe('PATCH /api/users/:id', () => {
  it("changes the caller's profile, field by field", async () => {
    const user = await signIn();

    const answer = await api.patch(
      `/api/users/${user.id}`,
      {
        displayName: ' Ada L. ',
        firstName: 'Ada',
        mobileNumber: '+49 1',
        telephoneNumber: '',
        profileImageUrl: 'https://lh3.googleusercontent.com/a/ada=s96-c',
      },
      user,
    );

    expect(answer.body).toMatchObject({
      displayName: 'Ada L.',
      firstName: 'Ada',
      lastName: null,
      mobileNumber: '+49 1',
      telephoneNumber: null,
      profileImageUrl: 'https://lh3.googleusercontent.com/a/ada=s96-c',
    });
    expect((await api.get('/api/auth/user', user)).body).toEqual(answer.body);
    expect(answer.writes).toBe(1);
  });

  it.each(['علی‌رضا', 'श्री‍मती', 'Ada 👩‍🚀', '渡邉󠄀'])('accepts the characters of %s', async (displayName) => {
    const user = await signIn();

    expect((await api.patch(`/api/users/${user.id}`, { displayName }, user)).body).toMatchObject({ displayName });
  });

  it('keeps existing names and pictures, and lets staff use the names of the publication', async () => {
    const user = await signIn({ displayName: 'Inkwell Support' });
    const moderator = await signIn({ role: 'moderator' });
    await db.doc(`users/${user.id}`).update({ profileImageUrl: 'https://old.example/a.png' });
    const same = { displayName: 'Inkwell Support', profileImageUrl: 'https://old.example/a.png', lastName: 'New' };

    expect((await api.patch(`/api/users/${user.id}`, same, user)).body).toMatchObject(same);
    expect((await api.patch(`/api/users/${moderator.id}`, { displayName: 'Inkwell Team' }, moderator)).status).toBe(
      200,
    );
  });

  it('ignores fields that are not part of the profile', async () => {
    const user = await signIn();
    const before = await stored(`users/${user.id}`);

    const answer = await send('PATCH', `/api/users/${user.id}`, {
      user,
      body: '{"role":"admin","isBlocked":true,"id":"x","email":"x@y","createdAt":"2000-01-01T00:00:00Z","readIds":["a"],"__proto__":{"role":"admin"},"constructor":{"prototype":{}}}',
      headers: { 'content-type': 'application/json' },
    });

    expect(answer.status).toBe(200);
    expect(await stored(`users/${user.id}`)).toEqual(before);
  });

  it('gives the same refusal for every other id, even to admins', async () => {
    const [user, other] = await signInMany(2);
    const admin = await signIn({ role: 'admin' });
    const before = await stored(`users/${other?.id}`);

    for (const id of [other?.id, 'nobody']) {
      for (const caller of [user, admin]) {
        expect((await api.patch(`/api/users/${id}`, { firstName: 'X' }, caller)).status).toBe(403);
      }
    }
    expect(await stored(`users/${other?.id}`)).toEqual(before);
  });

  it.each([
    ['a blank name', { displayName: ' ' }, 'Display name is required'],
    ['a long name', { firstName: 'x'.repeat(101) }, 'Name too long'],
    ['a long number', { mobileNumber: '1'.repeat(31) }, 'Phone number too long'],
    ['an address as a name', { displayName: 'a@b.example' }, 'Display name cannot be an email address'],
    ['an address as a first name', { firstName: 'a@b.example' }, 'First name cannot be an email address'],
    ['a picture on another site', { profileImageUrl: 'https://tracker.example/a.png' }, 'Invalid image URL'],
    [
      "a picture on a domain that begins like the provider's",
      { profileImageUrl: 'https://lh3.googleusercontent.com.evil.example/a' },
      'Invalid image URL',
    ],
    ['a picture on the site itself', { profileImageUrl: '/pictures/a.png' }, 'Invalid image URL'],
    ['an invisible name', { displayName: '\u200b\u3164' }, 'Display name is required'],
    ['the name of the publication', { displayName: 'Inkwell' }, 'This name is reserved'],
    ['a name of the administration', { firstName: 'Аdmin' }, 'This name is reserved'],
    ['a name with an invisible character', { displayName: 'Ada\u200b Lovelace' }, 'Please remove invisible characters'],
    ['a name with a change of direction', { firstName: 'Ada\u202e' }, 'Please remove invisible characters'],
    ['a direction mark', { lastName: 'Love\u200flace' }, 'Please remove invisible characters'],
    ['a joiner between Latin letters', { displayName: 'Ad\u200dmin' }, 'Please remove invisible characters'],
    ['a number with an invisible character', { mobileNumber: '1\u20602' }, 'Please remove invisible characters'],
    [
      'a picture address with a password',
      { profileImageUrl: 'https://user:pass@lh3.googleusercontent.com/a' },
      'Invalid image URL',
    ],
    [
      'a picture address with a user name',
      { profileImageUrl: 'https://user@lh3.googleusercontent.com/a' },
      'Invalid image URL',
    ],
    ['a script as a picture', { profileImageUrl: 'javascript:alert(1)' }, 'Invalid image URL'],
    ["a picture on the caller's computer", { profileImageUrl: 'http://localhost:8080/a.png' }, 'Invalid image URL'],
    ['a number as a name', { firstName: 1 }, undefined],
    ['a list', [], undefined],
  ])('refuses %s', async (_, patch, text) => {
    const user = await signIn();
    const before = await stored(`users/${user.id}`);

    const answer = await api.patch(`/api/users/${user.id}`, patch, user);

    expect(answer.status).toBe(400);
    if (text) expect(answer.text).toBe(text);
    expect(await stored(`users/${user.id}`)).toEqual(before);
  });
});
