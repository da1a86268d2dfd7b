import { AppError } from '@inkwell/shared/errors';
import type { Auth, DecodedIdToken } from 'firebase-admin/auth';
import type { Clock } from './clock.ts';
import { setNewest } from './set-newest.ts';

/** How old Auth's answer about an account may be. Product §7. */
export const STANDING_MS = 60_000;

/** The number of accounts that an instance caches: more than it serves within a minute. */
const MOST_KNOWN = 5_000;

/** The state of an account in Auth; null if it does not exist. */
type Standing = { readonly isDisabled: boolean; readonly tokensValidSinceMs: number } | null;

/** Whether Auth still accepts the tokens of an account. */
export interface AccountStanding {
  /**
   * Asks Auth, unless a cached answer is younger than `maxAgeMs`. Parallel callers share one request, and all tokens of the account share the answer.
   * @throws AppError `unauthorized` if the token was revoked, or the account is disabled or deleted; other errors of Auth
   */
  check(claims: Pick<DecodedIdToken, 'uid' | 'auth_time'>, maxAgeMs?: number): Promise<void>;
}

export function createAccountStanding({
  auth,
  clock,
}: {
  readonly auth: Pick<Auth, 'getUser'>;
  readonly clock: Clock;
}): AccountStanding {
  interface Asked {
    readonly atMs: number;
    readonly answer: Promise<Standing>;
    isAnswered: boolean;
  }
  const known = new Map<string, Asked>();

  const ask = async (uid: string): Promise<Standing> => {
    try {
      const { disabled, tokensValidAfterTime } = await auth.getUser(uid);
      return { isDisabled: disabled, tokensValidSinceMs: Date.parse(tokensValidAfterTime ?? '') || 0 };
    } catch (error) {
      if (error instanceof Object && 'code' in error && error.code === 'auth/user-not-found') return null;
      throw error;
    }
  };

  const standingOf = (uid: string, maxAgeMs: number): Promise<Standing> => {
    const nowMs = clock.now().getTime();
    const earlier = known.get(uid);
    // A negative age means that the clock was set back.
    const ageMs = earlier ? nowMs - earlier.atMs : Number.POSITIVE_INFINITY;
    if (earlier && (!earlier.isAnswered || (ageMs >= 0 && ageMs < maxAgeMs))) return earlier.answer;

    const asked: Asked = { atMs: nowMs, answer: ask(uid), isAnswered: false };
    setNewest(known, uid, asked, MOST_KNOWN);
    asked.answer.then(
      () => {
        asked.isAnswered = true;
      },
      () => {
        if (known.get(uid) === asked) known.delete(uid);
      },
    );
    return asked.answer;
  };

  return {
    async check({ uid, auth_time }, maxAgeMs = STANDING_MS) {
      const standing = await standingOf(uid, maxAgeMs);
      const isGood = standing && !standing.isDisabled && auth_time * 1000 >= standing.tokensValidSinceMs;
      if (!isGood) throw new AppError('unauthorized');
    },
  };
}
