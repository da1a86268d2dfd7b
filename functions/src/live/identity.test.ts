import { LIVE_CLOSE } from '@inkwell/shared/notifications';
import { describe, expect, it, vi } from 'vitest';
import { createIdentify, LiveRefusal } from './identity.ts';

const firebaseError = (code: string) => Object.assign(new Error(code), { code });

describe('createIdentify', () => {
  it('answers the user and when the token expires', async () => {
    const identify = createIdentify({
      verifyIdToken: async () => ({ uid: 'u', exp: 1_700_000_000 }),
      isBlocked: async () => false,
    });

    expect(await identify('token')).toEqual({ userId: 'u', expiresAtMs: 1_700_000_000_000 });
  });

  it('verifies a token once for all who present it at the same time', async () => {
    const verifyIdToken = vi.fn(async () => ({ uid: 'u', exp: 1 }));
    const identify = createIdentify({ verifyIdToken, isBlocked: async () => false });

    await Promise.all([identify('token'), identify('token'), identify('token')]);
    expect(verifyIdToken).toHaveBeenCalledTimes(1);

    await identify('token');
    expect(verifyIdToken).toHaveBeenCalledTimes(2);
  });

  it('refuses a bad token and a blocked user with their own codes', async () => {
    const forged = createIdentify({
      verifyIdToken: async () => Promise.reject(firebaseError('auth/argument-error')),
      isBlocked: async () => false,
    });
    const blocked = createIdentify({ verifyIdToken: async () => ({ uid: 'u', exp: 1 }), isBlocked: async () => true });

    await expect(forged('t')).rejects.toMatchObject({ code: LIVE_CLOSE.badToken });
    await expect(blocked('t')).rejects.toMatchObject({ code: LIVE_CLOSE.blocked });
  });

  it('does not blame the caller for trouble of ours', async () => {
    const identify = createIdentify({
      verifyIdToken: async () => Promise.reject(firebaseError('auth/internal-error')),
      isBlocked: async () => false,
    });

    const error = await identify('t').catch((reason: unknown) => reason);

    expect(LiveRefusal.from(error)).toMatchObject({ code: 1013, message: 'try again' });
  });
});
