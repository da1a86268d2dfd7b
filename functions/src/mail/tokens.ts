import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { withoutUnseen } from '@inkwell/shared/fields';
import { keysOf } from '../common/salted.ts';

/** Spellings that differ in case, Unicode form or invisible characters are one address. */
export const normalizeEmail = (email: string): string => withoutUnseen(email).trim().normalize('NFKC').toLowerCase();

/** The id of a document about an address, without revealing it. */
export const addressIdOf = (email: string): string => sha256(normalizeEmail(email));

/** The parts of a token in an email: the recipient and the proof. */
export interface Token {
  readonly addressId: string;
  readonly proof: string;
  /** The email's issue, for statistics; anybody can change it. */
  readonly issueId: string | null;
}

const TOKEN = /^([0-9a-f]{64})\.([A-Za-z0-9_-]{43})(?:\.([A-Za-z0-9_-]{1,128}))?$/;

/** Null for anything but one of our tokens. */
export function parseToken(text: string): Token | null {
  const [, addressId, proof, issueId = null] = TOKEN.exec(text) ?? [];
  return addressId && proof ? { addressId, proof, issueId } : null;
}

/** A token with 256 random bits, or bits derived from `seed`. Only its `hash` is stored. */
export function newToken(addressId: string, seed: Buffer = randomBytes(32)): { text: string; hash: string } {
  const proof = seed.toString('base64url');
  return { text: `${addressId}.${proof}`, hash: sha256(proof) };
}

export const isProvenBy = (hash: string, token: Token): boolean => isSame(hash, sha256(token.proof));

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/** The proof in a token that is not stored and does not expire. Creating one requires `secret`. */
export const signatureOf = (secret: string, text: string): string => hmac(keysOf(secret)[0] ?? '', text);

/** Whether any key of the secret made the signature. */
export const isSignature = (secret: string, text: string, signature: string): boolean =>
  keysOf(secret).some((key) => isSame(hmac(key, text), signature));

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
