import { AppError } from '@inkwell/shared/errors';
import { LIVE_CLOSE } from '@inkwell/shared/notifications';
import { describe, expect, it, vi } from 'vitest';
import { createIdentify, LiveRefusal } from './identity.ts';

describe('createIdentify', () => {
  it('returns the user and the expiry of the token', async () => {
    const identify = createIdentify({
      verifyToken: async () => ({ uid: 'u', exp: 1_700_000_000, auth_time: 1 }),
      isBlocked: async () => false,
    });

    expect(await identify('token')).toEqual({ userId: 'u', authTime: 1, expiresAtMs: 1_700_000_000_000 });
  });

  it('verifies a token once for parallel callers', async () => {
    const verifyToken = vi.fn(async () => ({ uid: 'u', exp: 1, auth_time: 1 }));
    const identify = createIdentify({ verifyToken, isBlocked: async () => false });

    await Promise.all([identify('token'), identify('token'), identify('token')]);
    expect(verifyToken).toHaveBeenCalledTimes(1);

    await identify('token');
    expect(verifyToken).toHaveBeenCalledTimes(2);
  });

  it('refuses invalid tokens and blocked users with different codes', async () => {
    const forged = createIdentify({
      verifyToken: async () => Promise.reject(new AppError('unauthorized')),
      isBlocked: async () => false,
    });
    const blocked = createIdentify({
      verifyToken: async () => ({ uid: 'u', exp: 1, auth_time: 1 }),
      isBlocked: async () => true,
    });

    await expect(forged('t')).rejects.toMatchObject({ code: LIVE_CLOSE.badToken });
    await expect(blocked('t')).rejects.toMatchObject({ code: LIVE_CLOSE.blocked });
  });

  it('does not report a server error as an invalid token', async () => {
    const cause = new AppError('unavailable');
    const identify = createIdentify({
      verifyToken: async () => Promise.reject(cause),
      isBlocked: async () => false,
    });

    const error = await identify('t').catch((reason: unknown) => reason);

    expect(LiveRefusal.from(error)).toMatchObject({ code: 1013, message: 'try again', cause });
  });
});
