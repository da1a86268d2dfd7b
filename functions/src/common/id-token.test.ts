import { Agent } from 'node:https';
import { AppError } from '@inkwell/shared/errors';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type DecodedIdToken, getAuth } from 'firebase-admin/auth';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTokenVerifier } from './id-token.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const HEADER = { alg: 'RS256', kid: 'key', typ: 'JWT' };

const claimsOf = (projectId: string) => {
  const seconds = Math.floor(Date.now() / 1000);
  const issuer = `https://securetoken.google.com/${projectId}`;
  return { iss: issuer, aud: projectId, sub: 'ada', iat: seconds, exp: seconds + 3_600 };
};

const TOKEN = `${encode(HEADER)}.${encode(claimsOf('site'))}.c2lnbmF0dXJl`;

const standing = { check: async () => undefined };

const failing = (error: unknown) =>
  createTokenVerifier({ auth: { verifyIdToken: async () => Promise.reject(error) }, standing });

const codeOf = (refused: Promise<unknown>) =>
  refused.then(
    () => 'accepted',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

describe('an invalid token', () => {
  it.each([
    'auth/id-token-expired',
    'auth/id-token-revoked',
    'auth/invalid-id-token',
    'auth/user-disabled',
    'auth/user-not-found',
  ])('is unauthorized for %s', async (code) => {
    expect(await codeOf(failing(Object.assign(new Error(code), { code }))(TOKEN))).toBe('unauthorized');
  });

  it.each(['auth/invalid-credential', 'auth/internal-error', 'auth/insufficient-permission', 'app/network-error'])(
    'does not blame the caller for %s',
    async (code) => {
      expect(await codeOf(failing(Object.assign(new Error(code), { code }))(TOKEN))).toBe('unavailable');
    },
  );

  it('is not reported for other failures, whose cause is logged', async () => {
    const cause = new TypeError('broken');

    const error = await failing(cause)(TOKEN).catch((reason: unknown) => reason);

    expect(error).toMatchObject({ code: 'unavailable', cause });
  });
});

describe('a valid token', () => {
  const accepting = (claims = claimsOf('site')) => {
    const verifyIdToken = vi.fn(async () => ({ ...claims, uid: claims.sub }) as unknown as DecodedIdToken);
    return { verifyIdToken, verify: createTokenVerifier({ auth: { verifyIdToken }, standing }) };
  };

  it('is cached until it expires', async () => {
    const { verify, verifyIdToken } = accepting();

    expect(await verify(TOKEN)).toEqual(await verify(TOKEN));
    expect(verifyIdToken).toHaveBeenCalledTimes(1);
    vi.useFakeTimers({ now: Date.now() + 3_601_000 });
    onTestFinished(() => void vi.useRealTimers());
    await verify(TOKEN);
    expect(verifyIdToken).toHaveBeenCalledTimes(2);
  });

  it('is not confused with a token that differs by one character', async () => {
    const { verify, verifyIdToken } = accepting();

    await verify(TOKEN);
    await verify(`${TOKEN.slice(0, -1)}A`);

    expect(verifyIdToken).toHaveBeenCalledTimes(2);
  });

  it('is cached up to a limit', async () => {
    const { verify, verifyIdToken } = accepting();
    const tokens = Array.from({ length: 2_001 }, (_, n) => `${TOKEN}${n}`);
    for (const token of tokens) await verify(token);

    await verify(tokens[2_000] ?? '');
    expect(verifyIdToken).toHaveBeenCalledTimes(2_001);
    await verify(tokens[0] ?? '');
    expect(verifyIdToken).toHaveBeenCalledTimes(2_002);
  });
});

describe('the Admin SDK as in production', () => {
  afterEach(() => void vi.unstubAllEnvs());

  /** Verifies with an SDK that has no network, so that it cannot fetch Google's keys. */
  async function verifyUnreachably(token: string, projectId = 'site') {
    vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', undefined);
    for (const name of ['GOOGLE_CLOUD_PROJECT', 'GCLOUD_PROJECT']) vi.stubEnv(name, projectId);
    const httpAgent = new Agent();
    httpAgent.createConnection = () => {
      throw new Error('nobody is reached');
    };
    const credential = { getAccessToken: async () => ({ access_token: 'any', expires_in: 3_600 }) };
    const app = initializeApp({ httpAgent, credential }, 'unreachable');
    try {
      return await codeOf(createTokenVerifier({ auth: getAuth(app), standing })(token));
    } finally {
      await deleteApp(app);
    }
  }

  it('does not report an invalid token if it cannot fetch the keys', async () => {
    expect(await verifyUnreachably(TOKEN)).toBe('unavailable');
  });

  it('does not report an invalid token if it does not know its project', async () => {
    expect(await verifyUnreachably(TOKEN, '')).toBe('unavailable');
  });

  it.each([
    ['nothing', ''],
    ['a word', 'forged'],
    ['three words', 'a.b.c'],
    ['a payload that is not JSON', `${encode(HEADER)}.Z2FyYmFnZQ.c2ln`],
    ['a payload that is null', `${encode(HEADER)}.${encode(null)}.c2ln`],
    ['a payload that is empty', `${encode(HEADER)}.${encode({})}.c2ln`],
    ['a payload that is a list', `${encode(HEADER)}.${encode([])}.c2ln`],
    ['a token without a key', `${encode({ alg: 'RS256' })}.${encode(claimsOf('site'))}.c2ln`],
    ['an unsigned token', `${encode({ alg: 'none', kid: 'key' })}.${encode(claimsOf('site'))}.`],
    ['a token for another project', `${encode(HEADER)}.${encode(claimsOf('other'))}.c2ln`],
    ['a token without a subject', `${encode(HEADER)}.${encode({ ...claimsOf('site'), sub: '' })}.c2ln`],
  ])('treats %s as invalid', async (_, token) => {
    expect(await verifyUnreachably(token)).toBe('unauthorized');
  });
});
