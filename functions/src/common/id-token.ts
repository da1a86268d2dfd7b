import { AppError } from '@inkwell/shared/errors';
import type { Auth, DecodedIdToken } from 'firebase-admin/auth';
import type { AccountStanding } from './account-standing.ts';
import { setNewest } from './set-newest.ts';

/** The number of verified tokens that an instance caches. */
const MOST_KNOWN = 2_000;

/**
 * Verifies an ID token, and checks that neither the token was revoked nor its account disabled. Auth's answer to that check is at most `maxAgeMs`
 * old, by default a minute. A verified signature is cached until the token expires, because verification takes a tenth of the time of a small call.
 * @throws AppError `unauthorized` if the token or account is invalid, so that another token may help; `unavailable` for faults of the server or of
 * Google, so that the same token may work later
 */
export type VerifyToken = (token: string, maxAgeMs?: number) => Promise<DecodedIdToken>;

/**
 * The Admin SDK's codes for invalid tokens, and for deleted and disabled accounts. `auth/invalid-credential` is not included, because it
 * means that the server is misconfigured.
 */
const TOKEN_FAULTS = new Set([
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/invalid-id-token',
  'auth/invalid-uid',
  'auth/user-disabled',
  'auth/user-not-found',
]);

/** The code for malformed or forged tokens, tokens of another project, and keys that could not be fetched. */
const AMBIGUOUS = 'auth/argument-error';

export function createTokenVerifier({
  auth,
  standing,
}: {
  readonly auth: Pick<Auth, 'verifyIdToken'>;
  readonly standing: AccountStanding;
}): VerifyToken {
  const known = new Map<string, DecodedIdToken>();

  async function claimsOf(token: string): Promise<DecodedIdToken> {
    const claims = known.get(token);
    if (claims && claims.exp * 1000 > Date.now()) return claims;
    known.delete(token);
    if (!isJwt(token)) throw new AppError('unauthorized');
    const verified = await auth.verifyIdToken(token);
    setNewest(known, token, verified, MOST_KNOWN);
    return verified;
  }

  return async (token, maxAgeMs) => {
    try {
      const claims = await claimsOf(token);
      await standing.check(claims, maxAgeMs);
      return claims;
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      throw new AppError(isTokenAtFault(cause) ? 'unauthorized' : 'unavailable', undefined, { cause });
    }
  };
}

function isTokenAtFault(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  // The SDK drops the cause of argument errors, but its messages about tokens contain "ID token".
  if (error.code === AMBIGUOUS) return error.message.includes('ID token');
  return TOKEN_FAULTS.has(String(error.code));
}

/** Whether header and payload are JSON objects (RFC 7519 §7.2). For other tokens, the SDK fails with an internal error. */
function isJwt(token: string): boolean {
  const parts = token.split('.');
  return parts.length === 3 && parts.slice(0, 2).every(isEncodedObject);
}

function isEncodedObject(part: string): boolean {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return value instanceof Object;
  } catch {
    return false;
  }
}
