import { AppError } from '@inkwell/shared/errors';
import type { Auth, DecodedIdToken } from 'firebase-admin/auth';

/**
 * Verifies an ID token; `strict` also asks Auth whether it was revoked, which costs a call to it.
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
  return async (token, strict = false) => {
    if (!isJwt(token)) throw new AppError('unauthorized');
    return auth.verifyIdToken(token, strict).catch((cause: unknown) => {
      throw new AppError(isTokenAtFault(cause) ? 'unauthorized' : 'unavailable', undefined, { cause });
    });
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
