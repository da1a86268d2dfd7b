import { randomUUID } from 'node:crypto';
import { INVITATION_TEXTS } from '@inkwell/shared/invitations';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { beforeEach, describe, expect, it } from 'vitest';
import { createJobs } from '../compose/jobs.ts';
import { createSweep } from '../compose/sweep.ts';
import { createWork } from '../compose/work.ts';
import { addressIdOf } from '../mail/tokens.ts';
import { api, send } from '../testing/api.ts';
import { clickOnce, oneClickIn, storedMails, tokenIn } from '../testing/mails.ts';
import { stored, storedAll } from '../testing/posts.ts';
import { auth, clock, db, dependencies } from '../testing/server.ts';
import { signIn, signInEach, storeRecord, type TestUser, tokenOf } from '../testing/users.ts';

const DAY_MS = 86_400_000;
const LIST = '/api/admin/invitations';

// Resets the limits of accounts and addresses for each test.
beforeEach(() => clock.advance(61_000));
const { admin } = signInEach({ admin: { role: 'admin', displayName: 'Grace Hopper' } });

type Right = { role: string } | { writing: string };

const invite = (email: string, right: Right = { writing: 'author' }, by = admin) =>
  api.post(LIST, { email, ...right }, by);
const accept = (token: string, user?: TestUser) => api.post('/api/invitations/accept', { token }, user);
const open = (token: string, user?: TestUser) => api.post('/api/invitations/open', { token }, user);

/** A person who signs up now, by the tests' clock. Auth stores whole seconds. */
async function newcomer(email: string): Promise<TestUser> {
  clock.advance(1_000);
  const id = randomUUID();
  await auth.importUsers([{ uid: id, email, metadata: { creationTime: clock.now().toUTCString() } }]);
  await auth.updateUser(id, { password: 'Inkwell#2026' });
  return { id, email, displayName: '', token: await tokenOf(email) };
}

const work = async () => {
  // Keeps an upgrade from running first.
  await createJobs(dependencies).dataVersion.noteNewest();
  await createWork(dependencies)();
};

const SEEN_BY_ADMINS = [LIST, '/api/admin/activity', '/api/admin/mail', '/api/admin/users'];

const newestToken = async () => tokenIn((await storedMails()).at(-1), 'invitation');

async function invited(email: string, right?: Right, by = admin): Promise<string> {
  expect((await invite(email, right, by)).status).toBe(201);
  return newestToken();
}

const rightsOf = async ({ id }: TestUser) => {
  const { role, writing = 'none' } = (await stored(`users/${id}`)) ?? {};
  return { role, writing };
};
const NOTHING = { role: 'user', writing: 'none' };

/** The activity about invitations and rights, oldest first. */
const acts = async () =>
  Object.values(await storedAll('audit'))
    .filter(({ action }) => /^(invitation|user\.(role|writing))/.test(action))
    .sort((a, b) => a.at.toMillis() - b.at.toMillis() || a.action.localeCompare(b.action));

describe('an invitation', () => {
  it('is emailed with a link of 256 random bits, of which only a hash is stored', async () => {
    const answer = await invite(' Ada+x@Example.com ', { role: 'moderator' });

    expect(answer.status).toBe(201);
    const id = addressIdOf('ada+x@example.com');
    expect(answer.body).toMatchObject({
      id,
      email: 'Ada+x@Example.com',
      role: 'moderator',
      writing: null,
      state: 'open',
      invitedBy: 'Grace Hopper',
    });
    expect(Date.parse(answer.body.expiresAt) - Date.parse(answer.body.createdAt)).toBe(7 * DAY_MS);
    const [mail, ...others] = await storedMails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: 'Ada+x@Example.com',
      headers: { 'Auto-Submitted': 'auto-generated' },
      message: { subject: `You are invited to write for ${DEFAULT_SITE.name}` },
    });
    expect(mail?.message.text).toContain('Grace Hopper invites you');
    const token = tokenIn(mail, 'invitation');
    expect(token).toMatch(/^[0-9a-f]{64}\.[\w-]{43}$/);
    expect(mail?.message.html).toContain(
      `http://localhost:3000/invitation#token=${token}&amp;email=Ada%2Bx%40Example.com"`,
    );
    const record = JSON.stringify([await stored(`invitations/${id}`), await storedAll('audit')]);
    expect(record).not.toContain(token.split('.')[1]);
  });

  it.each([
    ['a moderator', { role: 'moderator' }, { role: 'moderator', writing: 'none' }],
    ['an author', { writing: 'author' }, { role: 'user', writing: 'author' }],
    ['a contributor', { writing: 'contributor' }, { role: 'user', writing: 'contributor' }],
  ] as const)('makes %s immediately, with before and after in the activity', async (_, right, after) => {
    const user = await signIn({ isVerified: true });
    const token = await invited(user.email.toUpperCase(), right);

    const answer = await accept(token, user);

    expect([answer.status, answer.body]).toMatchObject([200, { id: user.id, ...after }]);
    expect(await rightsOf(user)).toEqual(after);
    expect((await api.get('/api/auth/user', user)).body).toMatchObject(after);
    const [name] = Object.keys(right);
    expect(await acts()).toMatchObject([
      { actorId: admin.id, action: 'invitation.create', name: user.email.toUpperCase(), before: null, after: right },
      { actorId: user.id, onBehalfOf: admin.id, action: 'invitation.accept', before: NOTHING, after },
      {
        actorId: user.id,
        onBehalfOf: admin.id,
        action: `user.${name}`,
        target: `users/${user.id}`,
        before: { [name as string]: NOTHING[name as 'role'] },
        after: right,
      },
    ]);
    expect((await api.get(LIST, admin)).body).toMatchObject([{ state: 'accepted', email: user.email.toUpperCase() }]);
  });

  it.each([
    ['an administrator', { role: 'admin' }],
    ['a reader', { role: 'user' }],
    ['somebody without a right', { writing: 'none' }],
    ['both', { role: 'moderator', writing: 'author' }],
    ['nothing', {}],
    ['an invented role', { role: 'owner' }],
    ['null', { role: null, writing: 'author' }],
  ])('never makes %s', async (_, right) => {
    expect((await invite('ada@example.com', right as Right)).status).toBe(400);
    expect([await storedAll('invitations'), await storedAll('mail')]).toEqual([{}, {}]);
  });

  it.each([
    '',
    'ada',
    'foo@',
    'a@b,c@d',
    'a@b\r\nBcc: c@d.example',
    'a@b.example\nTo: c@d.example',
    '<a@b>',
    'a b@c',
    `${'a'.repeat(250)}@b.example`,
    null,
    7,
    {},
  ])('is not sent to %j', async (email) => {
    const answer = await invite(email as string);

    expect([answer.status, answer.text]).toEqual([400, 'Please enter a valid email address.']);
    expect([await storedAll('invitations'), await storedAll('mail')]).toEqual([{}, {}]);
  });

  it('escapes names and addresses, and keeps names on one line', async () => {
    const other = await signIn({ role: 'admin', displayName: '<b>Eve</b>\n\nhttp://evil.example' });

    await invite(`'&x@example.com`, { writing: 'author' }, other);

    const [mail] = await storedMails();
    expect(mail?.message.html).toContain('&lt;b&gt;Eve&lt;/b&gt; http');
    expect(mail?.message.html).toContain('&#39;&amp;x@example.com');
    expect(mail?.message.text).toContain('<b>Eve</b> http');
    expect(mail?.message.subject).not.toContain('Eve');
  });

  it('is sent once per idempotency key, and a late repeat restores nothing', { tags: 'thorough' }, async () => {
    const make = (key: string, email = 'ada@example.com') =>
      send('POST', LIST, {
        user: admin,
        headers: { 'idempotency-key': key },
        body: { email, writing: 'author' },
      });

    const answers = await Promise.all([make('k'), make('k'), make('k')]);
    const again = await make('k');

    expect([...answers, again].map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set([...answers, again].map(({ text }) => text)).size).toBe(1);
    expect(await storedMails()).toHaveLength(1);
    expect(await acts()).toHaveLength(1);
    await api.delete(`${LIST}/${again.body.id}`, admin);
    expect([(await make('k')).status, (await make('k')).text]).toEqual([409, INVITATION_TEXTS.isOver]);
    expect(await storedAll('invitations')).toEqual({});
    expect((await make('other')).status).toBe(201);
    expect(await storedMails()).toHaveLength(2);
  });

  it('replaces the earlier one of the address in any spelling, whose link stops working', async () => {
    const user = await signIn({ isVerified: true });
    const first = await invited(user.email, { role: 'moderator' });
    const second = await invited(` ${user.email.toUpperCase()}\u200b`, { writing: 'contributor' });

    expect(Object.keys(await storedAll('invitations'))).toHaveLength(1);
    expect((await accept(first, user)).status).toBe(404);
    expect(await rightsOf(user)).toEqual(NOTHING);
    expect((await accept(second, user)).status).toBe(200);
    expect(await rightsOf(user)).toEqual({ role: 'user', writing: 'contributor' });
    expect(await acts()).toMatchObject([
      { action: 'invitation.create', before: null, after: { role: 'moderator' } },
      { action: 'invitation.create', before: { role: 'moderator' }, after: { writing: 'contributor' } },
      { action: 'invitation.accept' },
      { action: 'user.writing' },
    ]);
  });

  it.each([
    ['a moderator', { role: 'moderator' }, { writing: 'contributor' }, { role: 'moderator', writing: 'none' }],
    ['an admin', { role: 'admin' }, { role: 'moderator' }, { role: 'admin', writing: 'none' }],
    ['an author', { writing: 'author' }, { writing: 'contributor' }, { role: 'user', writing: 'author' }],
  ] as const)('leaves %s with the rights they got meanwhile', async (_, has, right, after) => {
    const user = await signIn({ isVerified: true });
    const token = await invited(user.email, right);
    await storeRecord(user, has);

    expect((await accept(token, user)).status).toBe(200);

    expect(await rightsOf(user)).toEqual(after);
    expect((await acts()).map(({ action }) => action)).toEqual(['invitation.create', 'invitation.accept']);
  });

  it("keeps an author's right to write when making them a moderator", async () => {
    const user = await signIn({ writing: 'author', isVerified: true });

    expect((await accept(await invited(user.email, { role: 'moderator' }), user)).status).toBe(200);

    expect(await rightsOf(user)).toEqual({ role: 'moderator', writing: 'author' });
  });

  it('is listed newest first, in pages, with its state', async () => {
    for (const name of ['a', 'b', 'c']) {
      await invite(`${name}@example.com`);
      clock.advance(1_000);
    }

    const first = await api.get(`${LIST}?limit=2`, admin);
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await api.get(next, admin);

    expect(first.headers.get('x-total-count')).toBe('3');
    expect([...first.body, ...second.body].map(({ email, state }) => [email, state])).toEqual([
      ['c@example.com', 'open'],
      ['b@example.com', 'open'],
      ['a@example.com', 'open'],
    ]);
    clock.advance(7 * DAY_MS);
    expect((await api.get(LIST, admin)).body).toMatchObject(Array(3).fill({ state: 'expired' }));
    expect(JSON.stringify(first.body)).not.toContain('tokenHash');
  });

  it('is deleted in the night after it expires', { tags: 'thorough' }, async () => {
    await invite('ada@example.com');
    await createSweep(dependencies)();
    expect(Object.keys(await storedAll('invitations'))).toHaveLength(1);

    clock.advance(7 * DAY_MS + 1);
    await createSweep(dependencies)();

    expect([await storedAll('invitations'), await storedAll('mail')]).toEqual([{}, {}]);
  });

  it('can be withdrawn repeatedly, but not after it was accepted', async () => {
    const user = await signIn({ isVerified: true });
    const { body } = await invite(user.email);
    const token = await newestToken();

    expect((await api.delete(`${LIST}/${body.id}`, admin)).status).toBe(204);
    expect((await api.delete(`${LIST}/${body.id}`, admin)).status).toBe(204);
    expect((await accept(token, user)).status).toBe(404);
    expect(await acts()).toMatchObject([
      { action: 'invitation.create' },
      { action: 'invitation.revoke', actorId: admin.id, name: user.email, before: { writing: 'author' }, after: null },
    ]);

    await accept(await invited(user.email), user);
    const late = await api.delete(`${LIST}/${body.id}`, admin);
    expect([late.status, late.text]).toEqual([409, INVITATION_TEXTS.isAccepted]);
    expect(await rightsOf(user)).toEqual({ role: 'user', writing: 'author' });
  });
});

describe('the link of an invitation', () => {
  it('works once, for one account, even in parallel, and restores nothing that was taken away', async () => {
    const user = await signIn({ isVerified: true });
    const token = await invited(user.email);

    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(token, user)));

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await acts()).filter(({ action }) => action === 'invitation.accept')).toHaveLength(1);
    await api.patch(`/api/admin/users/${user.id}/writing`, { writing: 'none' }, admin);
    expect((await accept(token, user)).body).toMatchObject(NOTHING);
    expect(await rightsOf(user)).toEqual(NOTHING);
  });

  it('shows everybody else the same bytes, whatever its state', { tags: 'thorough' }, async () => {
    const user = await signIn({ isVerified: true });
    const stranger = await signIn({ isVerified: true });
    const token = await invited(user.email);
    const bytes = async (text: string, by: TestUser) => {
      const { status, headers, text: words } = await accept(text, by);
      return JSON.stringify([status, words, headers.get('content-type'), headers.get('content-length')]);
    };
    const invented = `${addressIdOf('nobody@example.com')}.${'A'.repeat(43)}`;

    const found = [
      await bytes(invented, stranger),
      await bytes(token, stranger),
      await bytes('no token', stranger),
      await bytes(`${token.split('.')[0]}.${'A'.repeat(43)}`, user),
    ];
    await accept(token, user);
    found.push(await bytes(token, stranger));
    await api.patch(`/api/admin/users/${user.id}/writing`, { writing: 'none' }, admin);
    const second = await invited(user.email);
    found.push(await bytes(token, user));
    await api.delete(`${LIST}/${addressIdOf(user.email)}`, admin);
    found.push(await bytes(second, user));
    const third = await invited(user.email);
    clock.advance(7 * DAY_MS);
    found.push(await bytes(third, user), await bytes(third, stranger));

    expect(new Set(found).size).toBe(1);
    expect(found[0]).toContain(INVITATION_TEXTS.invalid);
    expect([await rightsOf(user), await rightsOf(stranger)]).toEqual([NOTHING, NOTHING]);
  });

  it('confirms the address of a person who signs up after it, once, without showing it to admins', async () => {
    const email = 'New.Person@example.com';
    const created = await invite(email, { role: 'moderator' });
    const token = await newestToken();
    const user = await newcomer(email);
    expect((await open(token, user)).body).toMatchObject({ standing: 'ready' });

    const answers = await Promise.all(Array.from({ length: 4 }, () => accept(token, user)));

    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200));
    expect(await rightsOf(user)).toEqual({ role: 'moderator', writing: 'none' });
    await work();
    expect(await auth.getUser(user.id)).toMatchObject({ email: email.toLowerCase(), emailVerified: true });
    const shown = [created, ...(await Promise.all(SEEN_BY_ADMINS.map((path) => api.get(path, admin))))];
    expect(shown.map(({ status }) => status)).toEqual([201, ...SEEN_BY_ADMINS.map(() => 200)]);
    expect(shown.map(({ text }) => text).join()).not.toContain(token.split('.')[1]);

    // The account changes its address and changes back: the link was proof only once.
    await auth.updateUser(user.id, { email: 'other@example.com', emailVerified: false });
    await auth.updateUser(user.id, { email, emailVerified: false });
    await accept(token, { ...user, token: await tokenOf(email) });
    await work();
    expect(await auth.getUser(user.id)).toMatchObject({ emailVerified: false });
  });

  it('does not confirm another address that the account has since taken', async () => {
    const token = await invited('first@example.com');
    const user = await newcomer('first@example.com');
    expect((await accept(token, user)).status).toBe(200);

    await auth.updateUser(user.id, { email: 'second@example.com' });
    await work();

    expect(await auth.getUser(user.id)).toMatchObject({ email: 'second@example.com', emailVerified: false });
  });

  it('proves nothing for an older account or another spelling, or once it was replaced, withdrawn or expired', async () => {
    const [before, later, wide] = [await signIn(), 'later@example.com', '\uff57ide@example.com'];
    const old = await invited(before.email);
    const [first, spelled] = [await invited(later), await invited(wide)];
    const [second, late] = [await invited(later), await invited('late@example.com')];
    const user = await newcomer(later);
    const [other, tardy] = [await newcomer('wide@example.com'), await newcomer('late@example.com')];
    const tried = [await accept(old, before), await accept(first, user), await accept(spelled, other)];
    await api.delete(`${LIST}/${addressIdOf(later)}`, admin);
    tried.push(await accept(second, user));
    clock.advance(7 * DAY_MS);
    tried.push(await accept(late, tardy));

    expect(tried.map(({ status, text }) => [status, text])).toEqual(Array(5).fill([403, INVITATION_TEXTS.unverified]));
    await work();
    for (const { id } of [before, user, other, tardy]) {
      expect(await auth.getUser(id)).toMatchObject({ emailVerified: false });
      expect(await rightsOf({ id } as TestUser)).toMatchObject({ writing: 'none' });
    }
  });

  it("follows the account's current address", async () => {
    const user = await signIn({ isVerified: true });
    const token = await invited('new.address@example.com');
    const stale = await invited(user.email);
    await auth.updateUser(user.id, { email: 'new.address@example.com', emailVerified: true });
    const renewed = { ...user, token: await tokenOf('new.address@example.com') };

    expect((await accept(stale, renewed)).status).toBe(404);
    expect((await accept(token, renewed)).status).toBe(200);
  });

  it.each([
    [
      'demoted',
      async () =>
        api.patch(`/api/admin/users/${admin.id}/role`, { role: 'moderator' }, await signIn({ role: 'admin' })),
    ],
    [
      'demoted and made an admin again',
      async () => {
        const other = await signIn({ role: 'admin' });
        await api.patch(`/api/admin/users/${admin.id}/role`, { role: 'user' }, other);
        return api.patch(`/api/admin/users/${admin.id}/role`, { role: 'admin' }, other);
      },
    ],
    [
      'blocked',
      async () => {
        const other = await signIn({ role: 'admin' });
        await api.patch(`/api/admin/users/${admin.id}/role`, { role: 'user' }, other);
        return api.post(`/api/admin/users/${admin.id}/block`, undefined, other);
      },
    ],
    [
      'deleted',
      async () => {
        await db.doc(`users/${admin.id}`).delete();
        return { status: 200 };
      },
    ],
  ] as const)('ends when the admin who sent it is %s', async (_, end) => {
    const user = await signIn({ isVerified: true });
    const token = await invited(user.email);
    clock.advance(1_000);

    expect((await end()).status).toBe(200);

    expect([(await accept(token, user)).status, (await open(token, user)).status]).toEqual([404, 404]);
    expect(await rightsOf(user)).toEqual(NOTHING);
    const another = await signIn({ role: 'admin' });
    expect((await api.get(LIST, another)).body).toMatchObject([{ state: 'ended' }]);
    await invited(user.email, { writing: 'author' }, another);
    expect((await accept(await newestToken(), user)).status).toBe(200);
  });

  it('refuses bodies that are huge or have no token', async () => {
    const user = await signIn({ isVerified: true });

    for (const body of [{}, { token: '' }, { token: 7 }, { token: 'a'.repeat(513) }, []]) {
      expect((await send('POST', '/api/invitations/accept', { user, body })).status).toBe(400);
      expect((await send('POST', '/api/invitations/open', { body })).status).toBe(400);
    }
    const huge = JSON.stringify({ token: 'a'.repeat(2_000_000) });
    const headers = { 'content-type': 'application/json' };
    expect((await send('POST', '/api/invitations/accept', { user, body: huge, headers })).status).toBe(413);
    const email = JSON.stringify({ email: `${'a'.repeat(2_000_000)}@b.example`, writing: 'author' });
    expect((await send('POST', LIST, { user: admin, body: email, headers })).status).toBe(413);
  });
});

describe('the page of an invitation', () => {
  it("shows who invites to what and the reader's state, but no address", async () => {
    const user = await signIn();
    const stranger = await signIn({ isVerified: true });
    const token = await invited(user.email, { role: 'moderator' });
    const standing = async (by?: TestUser) => (await open(token, by)).body.standing;

    const { body, text, writes } = await open(token);

    expect(body).toMatchObject({ role: 'moderator', writing: null, invitedBy: 'Grace Hopper', standing: 'visitor' });
    expect(body.emailHint).toBe(`${user.email[0]}…@example.com`);
    expect(text).not.toContain(user.email);
    expect(text).not.toContain(admin.email);
    expect(writes).toBe(0);
    expect(await standing(stranger)).toBe('other-address');
    expect(await standing(user)).toBe('unverified');
    await auth.updateUser(user.id, { emailVerified: true });
    expect(await standing(user)).toBe('ready');
    await accept(token, user);
    expect([await standing(user), await standing(stranger), await standing()]).toEqual(['accepted', 'used', 'used']);
  });

  it('shows the same bytes for unknown, replaced and withdrawn links', async () => {
    const first = await invited('ada@example.com');
    const second = await invited('ada@example.com');
    await api.delete(`${LIST}/${addressIdOf('ada@example.com')}`, admin);

    const answers = await Promise.all(
      [first, second, 'x', `${'a'.repeat(64)}.${'b'.repeat(43)}`].map((it) => open(it)),
    );

    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([`404 ${INVITATION_TEXTS.invalid}`]),
    );
  });

  it('names nobody if the admin has no name', async () => {
    const nameless = await signIn({ role: 'admin', displayName: '' });
    const token = await invited('ada@example.com', { writing: 'author' }, nameless);

    expect((await open(token)).body).toMatchObject({ invitedBy: null });
    expect((await storedMails()).at(-1)?.message.text).toContain('An administrator invites you');
  });
});

describe('a person who wants no more invitations', () => {
  it('refuses them with one click, which ends the current one and all later ones', async () => {
    const token = await invited('Ada@example.com');
    const [mail] = await storedMails();
    const oneClick = oneClickIn(mail);
    expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    expect(mail?.message.text).toContain(
      'Get no more invitations: http://localhost:3000/newsletter/choices#token=mail-',
    );
    // Programs that open links do not change anything.
    expect((await api.get(oneClick)).headers.get('location')).toMatch(
      /^\/newsletter\/choices#token=mail-invitations\./,
    );
    expect((await open(token)).status).toBe(200);

    for (let n = 0; n < 2; n += 1) {
      const stopped = await clickOnce(oneClick);
      expect([stopped.status, stopped.body]).toEqual([200, { kind: 'invitations' }]);
    }

    expect((await open(token)).status).toBe(404);
    const again = await invite(' ADA@example.com', { role: 'moderator' });
    expect([again.status, again.text]).toEqual([409, INVITATION_TEXTS.isUnwanted]);
    expect(await storedMails()).toHaveLength(1);
    expect((await api.get(LIST, admin)).body).toEqual([]);
    // Only the hash of the address is stored.
    expect(Object.keys((await storedAll('invitations'))[addressIdOf('ada@example.com')] ?? {}).sort()).toEqual([
      'refusedAt',
      'schemaVersion',
    ]);

    expect((await api.delete(`${LIST}/${addressIdOf('ada@example.com')}`, admin)).status).toBe(204);
    clock.advance(60 * DAY_MS);
    await createSweep(dependencies)();
    expect((await invite('ada@example.com', undefined, await signIn({ role: 'admin' }))).status).toBe(409);
  });
});
