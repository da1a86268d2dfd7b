import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { domainToASCII } from 'node:url';

/** Two spellings of one address are one subscriber: case and Unicode form do not count. */
const normalizeEmail = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

/** Document id of a subscriber: it tells nobody the address, and finds it again. */
export const subscriberIdOf = (email: string): string => sha256(normalizeEmail(email));

/** Domains whose mailboxes are those of another. */
const SAME_DOMAINS: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/** One spelling of a domain: the names that Unicode, Punycode, unseen characters and a dot at the end give it are one in DNS. */
function domainOf(domain: string): string {
  const name = (domainToASCII(domain) || domain).replace(/\.+$/, '');
  return SAME_DOMAINS[name] ?? name;
}

/**
 * Who gets the mail, as far as the hourly limit goes: what stands behind a plus, and dots, make no other mailbox at most
 * providers, so hundreds of spellings would fill one. For this key alone; mails go to the address as it was given.
 */
export function recipientIdOf(email: string): string {
  const address = normalizeEmail(email);
  const at = address.lastIndexOf('@');
  const mailbox = address
    .slice(0, at)
    .replace(/(?<=.)\+.*$/su, '')
    .replaceAll('.', '');
  return sha256(`recipient:${mailbox}@${domainOf(address.slice(at + 1))}`);
}

/** A token as it stands in a mail: whose it is, and the part that proves it. */
export interface Token {
  readonly subscriberId: string;
  readonly proof: string;
}

const TOKEN = /^([0-9a-f]{64})\.([A-Za-z0-9_-]{43})$/;

/** Null for anything that does not have the form of our tokens. */
export function parseToken(text: string): Token | null {
  const [, subscriberId, proof] = TOKEN.exec(text) ?? [];
  return subscriberId && proof ? { subscriberId, proof } : null;
}

/** A confirmation token: random, and stored only as `hash`. */
export function newConfirmationToken(subscriberId: string): { text: string; hash: string } {
  const proof = randomBytes(32).toString('base64url');
  return { text: `${subscriberId}.${proof}`, hash: sha256(proof) };
}

export const isConfirmedBy = (hash: string, token: Token): boolean => isSame(hash, sha256(token.proof));

/** An unsubscription token: it is not stored, lasts, and only those who know `secret` can make one. */
export const unsubscribeToken = (secret: string, subscriberId: string): string =>
  `${subscriberId}.${signature(secret, subscriberId)}`;

export const isSigned = (secret: string, token: Token): boolean =>
  isSame(signature(secret, token.subscriberId), token.proof);

const signature = (secret: string, subscriberId: string) =>
  createHmac('sha256', secret).update(`unsubscribe:${subscriberId}`).digest('base64url');

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
