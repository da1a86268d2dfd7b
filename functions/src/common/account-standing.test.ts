import { AppError } from '@inkwell/shared/errors';
import type { UserRecord } from 'firebase-admin/auth';
import { describe, expect, it, vi } from 'vitest';
import { createTestClock } from '../testing/clock.ts';
import { createAccountStanding } from './account-standing.ts';

const RECORD = { disabled: false, tokensValidAfterTime: new Date(1_000_000).toUTCString() } as UserRecord;

function withAuth(answer: () => Promise<UserRecord>) {
  const clock = createTestClock();
  const getUser = vi.fn(answer);
  const { check } = createAccountStanding({ auth: { getUser }, clock });
  const codeOf = (uid = 'ada', auth_time = 1_000, maxAgeMs?: number) =>
    check({ uid, auth_time }, maxAgeMs).then(
      () => 'good',
      (error: unknown) => (error instanceof AppError ? error.code : error),
    );
  return { clock, getUser, codeOf };
}

describe('the standing of an account', () => {
  it('is requested once a minute per account, for all tokens and parallel calls', async () => {
    const { clock, getUser, codeOf } = withAuth(async () => RECORD);

    await clock.stopped(async () => {
      const answers = await Promise.all([codeOf(), codeOf(), codeOf('ada', 999), codeOf('bob')]);
      clock.advance(59_999);
      expect([...answers, await codeOf()]).toEqual(['good', 'good', 'unauthorized', 'good', 'good']);
      expect(getUser.mock.calls).toEqual([['ada'], ['bob']]);
      clock.advance(1);
      await codeOf();
      expect(getUser).toHaveBeenCalledTimes(3);
    });
  });

  it('is requested again if the cached answer is too old for the call, or the clock was set back', async () => {
    const { clock, getUser, codeOf } = withAuth(async () => RECORD);

    await codeOf();
    await codeOf('ada', 1_000, 0);
    clock.advance(-3_600_000);
    await codeOf();

    expect(getUser).toHaveBeenCalledTimes(3);
  });

  it('refuses disabled and deleted accounts', async () => {
    const gone = Object.assign(new Error('gone'), { code: 'auth/user-not-found' });

    expect(await withAuth(async () => ({ ...RECORD, disabled: true }) as UserRecord).codeOf()).toBe('unauthorized');
    expect(await withAuth(async () => Promise.reject(gone)).codeOf()).toBe('unauthorized');
  });

  it('is not cached if Auth does not answer', async () => {
    const fault = new Error('unreachable');
    const { getUser, codeOf } = withAuth(async () => RECORD);
    getUser.mockRejectedValueOnce(fault);

    expect([await codeOf(), await codeOf()]).toEqual([fault, 'good']);
  });

  it('is cached for a limited number of accounts', async () => {
    const { getUser, codeOf } = withAuth(async () => RECORD);
    for (let n = 0; n < 5_001; n += 1) await codeOf(`account-${n}`);

    await codeOf('account-5000');
    expect(getUser).toHaveBeenCalledTimes(5_001);
    await codeOf('account-0');
    expect(getUser).toHaveBeenCalledTimes(5_002);
  });
});
