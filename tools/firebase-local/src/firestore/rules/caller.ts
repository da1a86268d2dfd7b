import { FirestoreError } from '../errors.ts';

/** The caller: a server client, to which rules do not apply, or a client with or without a token. */
export type Caller = { isOwner: true } | { isOwner: false; token: Readonly<Record<string, unknown>> | null };

const unauthenticated = () => new FirestoreError('UNAUTHENTICATED', 'Missing or invalid authentication.');

function decodePayload(token: string): Record<string, unknown> {
  const [, payload] = token.split('.');
  if (!payload) throw unauthenticated();
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    if (typeof claims === 'object' && claims !== null && !Array.isArray(claims)) return { ...claims };
  } catch {
    // Not JSON. Refused in the same way as claims that are not an object.
  }
  throw unauthenticated();
}

/**
 * Reads the `Authorization` header. Neither the signature nor the expiry is checked: the Auth emulator's tokens are
 * unsigned, and test tokens may have expired.
 * @throws FirestoreError UNAUTHENTICATED for a header without a bearer token
 */
export function readCaller(authorization: string | undefined): Caller {
  if (authorization === undefined || authorization === '') return { isOwner: false, token: null };
  const bearer = /^(?:Bearer|Firebase) +(\S+)$/i.exec(authorization)?.[1];
  if (bearer === undefined) throw unauthenticated();
  if (bearer === 'owner') return { isOwner: true };
  const claims = decodePayload(bearer);
  const sub = claims.sub ?? claims.user_id;
  if (typeof sub !== 'string' || sub === '') throw unauthenticated();
  return { isOwner: false, token: { ...claims, sub } };
}
