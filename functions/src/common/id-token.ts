import { AppError } from '@inkwell/shared/errors';
import type { Auth, DecodedIdToken } from 'firebase-admin/auth';
import { setNewest } from './set-newest.ts';

/** Verified tokens that an instance remembers: those of as many readers as it meets in some minutes. */
const MOST_KNOWN = 2_000;

/**
 * Verifies an ID token; `strict` also asks Auth whether it was revoked, which costs a call to it. Otherwise a token that was verified here
 * before is known until it expires: its signature says the same each time, and costs as much as a tenth of a small call.
 * @throws AppError `unauthorized` when the token or its account is at fault, so that a new token or another sign-in may help;
 * `unavailable` when the fault is ours or Google's, and the same token will do later
 */
export type VerifyToken = (token: string, strict?: boolean) => Promise<DecodedIdToken>;

/**
 * What the Admin SDK says of a token that is not good or no longer good, and of an account that is gone or disabled. Not
 * `auth/invalid-credential`: that is a server that does not know its project.
 */
const TOKEN_FAULTS = new Set([
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/invalid-id-token',
  'auth/invalid-uid',
  'auth/user-disabled',
  'auth/user-not-found',
]);

/** Of a token that is malformed, forged or another project's, and of keys that could not be fetched. */
const AMBIGUOUS = 'auth/argument-error';

export function createTokenVerifier(auth: Pick<Auth, 'verifyIdToken'>): VerifyToken {
  const known = new Map<string, DecodedIdToken>();
  const remember = (token: string, claims: DecodedIdToken): DecodedIdToken => {
    setNewest(known, token, claims, MOST_KNOWN);
    return claims;
  };

  return async (token, strict = false) => {
    const claims = strict ? undefined : known.get(token);
    if (claims && claims.exp * 1000 > Date.now()) return claims;
    known.delete(token);
    if (!isJwt(token)) throw new AppError('unauthorized');
    try {
      return remember(token, await auth.verifyIdToken(token, strict));
    } catch (cause) {
      throw new AppError(isTokenAtFault(cause) ? 'unauthorized' : 'unavailable', undefined, { cause });
    }
  };
}

function isTokenAtFault(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  // The SDK drops the cause of an argument error. Only its words tell: all that it says of tokens calls them "ID token".
  if (error.code === AMBIGUOUS) return error.message.includes('ID token');
  return TOKEN_FAULTS.has(String(error.code));
}

/** True where header and payload are JSON objects (RFC 7519 §7.2); on others the SDK fails as if it were broken itself. */
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
