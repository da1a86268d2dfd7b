import { randomBytes } from 'node:crypto';
import { TOKEN_PREFIX } from '@inkwell/shared/tokens';
import { sha256 } from '../mail/tokens.ts';

const TOKEN = new RegExp(`^${TOKEN_PREFIX}([\\w-]{43})([0-9a-f]{6})$`);

/** Scanners of leaked secrets recognize tokens by it, and a mistyped token is refused without a read. */
const checksumOf = (proof: string): string => sha256(proof).slice(0, 6);

/** `ink_`, 32 bytes in base64url (from `seed`, or random), and a checksum of 6 hex characters. */
export function newTokenText(seed: Buffer = randomBytes(32)): string {
  const proof = seed.toString('base64url');
  return `${TOKEN_PREFIX}${proof}${checksumOf(proof)}`;
}

/** The id of a token, which is the SHA-256 of its text as hex; null for anything but a token. */
export function tokenIdOf(text: string): string | null {
  const [, proof, checksum] = TOKEN.exec(text) ?? [];
  return proof && checksumOf(proof) === checksum ? sha256(text) : null;
}
