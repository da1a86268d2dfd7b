import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { api } from '../testing/api.ts';
import { stored, storedAll } from '../testing/posts.ts';
import { auth, clock, db, defaultDb, resetFirestore } from '../testing/server.ts';
import { signIn } from '../testing/users.ts';
import { setRole } from './set-role.ts';
import { createUserRepository } from './users.repository.ts';

beforeEach(resetFirestore);

const users = createUserRepository(db, createPictureTable(db));
const give = (email: string, role: 'user' | 'moderator' | 'admin') =>
  setRole({ auth, users, email, role, at: clock.now() });

describe('setRole', () => {
  it('makes an account an admin that never opened the product', async () => {
    const user = await signIn({ hasRecord: false });

    await expect(give(user.email, 'admin')).resolves.toEqual({ before: null });

    expect((await api.get('/api/admin/users', user)).status).toBe(200);
    expect((await api.get('/api/auth/user', user)).body).toMatchObject({ role: 'admin', displayName: 'Ada Lovelace' });
    expect(Object.values(await storedAll('audit'))).toMatchObject([
      { actorId: 'set-role', action: 'user.role', target: `users/${user.id}`, before: null, after: { role: 'admin' } },
    ]);
  });

  it('changes nothing when repeated', async () => {
    const user = await signIn();
    await give(user.email, 'moderator');

    await expect(give(user.email, 'moderator')).resolves.toEqual({ before: 'moderator' });

    expect(Object.keys(await storedAll('audit'))).toHaveLength(1);
  });

  it('refuses unknown addresses, blocked admins, and demoting the last admin', async () => {
    const admin = await signIn({ role: 'admin' });
    const blocked = await signIn({ isBlocked: true });

    await expect(give(`${randomUUID()}@example.com`, 'admin')).rejects.toThrow('Sign up with it first');
    await expect(give(blocked.email, 'admin')).rejects.toThrow('is blocked');
    await expect(give(admin.email, 'user')).rejects.toThrow('the only administrator');
    expect(await stored(`users/${admin.id}`)).toMatchObject({ role: 'admin' });
    expect(await storedAll('audit')).toEqual({});

    await signIn({ role: 'admin' });
    await expect(give(admin.email, 'user')).resolves.toEqual({ before: 'admin' });
  });
});

describe('npm run set-role', () => {
  /** The command uses the default database; the tests use others. */
  const deployed = defaultDb;
  const runIn = (env: NodeJS.ProcessEnv, ...args: string[]) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/set-role.ts', ...args], {
      cwd: new URL('../..', import.meta.url),
      env,
    }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (error: { code: number; stderr: string }) => ({ code: error.code, output: error.stderr }),
    );
  const run = (...args: string[]) => runIn(process.env, ...args);

  it('sets the role and reports it', async () => {
    const user = await signIn({ hasRecord: false });

    const { code, output } = await run(user.email, 'admin');

    expect([code, output]).toEqual([0, expect.stringContaining(`${user.email} is now admin in demo-inkwell`)]);
    expect((await deployed.doc(`users/${user.id}`).get()).data()).toMatchObject({ role: 'admin' });
  });

  it.each([[[]], [['someone@example.com', 'owner']]])('explains its usage when called with %j', async (args) => {
    const { code, output } = await run(...args);

    expect([code, output]).toEqual([
      1,
      expect.stringContaining('Usage: npm run set-role -- EMAIL user|moderator|admin'),
    ]);
  });

  it('says what to do if the emulators do not answer', async () => {
    const { code, output } = await runIn(
      { ...process.env, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1' },
      'a@b.example',
      'admin',
    );

    expect([code, output]).toEqual([1, expect.stringContaining('Is the local suite running (npm start)?')]);
  });

  it('reports an unknown account', async () => {
    const { code, output } = await run('nobody@example.com', 'admin');

    expect([code, output.trim()]).toEqual([
      1,
      expect.stringMatching(/^No account has the address nobody@example.com\. .*$/m),
    ]);
  });
});
