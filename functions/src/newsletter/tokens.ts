import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { withoutUnseen } from '@inkwell/shared/fields';

/** Spellings that differ in case, Unicode form or invisible characters are one subscriber. */
const normalizeEmail = (email: string): string => withoutUnseen(email).trim().normalize('NFKC').toLowerCase();

/** The document id of a subscriber, which does not reveal the address. */
export const subscriberIdOf = (email: string): string => sha256(normalizeEmail(email));

/** Domains with the same mailboxes as another. */
const SAME_DOMAINS: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/** Normalizes a domain: Unicode, Punycode, invisible characters and a final dot give different spellings of one DNS name. */
function domainOf(domain: string): string {
  const name = (domainToASCII(domain) || domain).replace(/\.+$/, '');
  return SAME_DOMAINS[name] ?? name;
}

/**
 * The recipient for the hourly limit. At most providers, text after a plus and dots do not make another mailbox, so hundreds of spellings
 * could flood one. Mails are sent to the address as given.
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

/** The parts of a token in a mail: the subscriber, and the proof. */
export interface Token {
  readonly subscriberId: string;
  readonly proof: string;
}

const TOKEN = /^([0-9a-f]{64})\.([A-Za-z0-9_-]{43})$/;

/** Null for anything but a token of ours. */
export function parseToken(text: string): Token | null {
  const [, subscriberId, proof] = TOKEN.exec(text) ?? [];
  return subscriberId && proof ? { subscriberId, proof } : null;
}

/** A confirmation token is random, and stored only as `hash`. */
export function newConfirmationToken(subscriberId: string): { text: string; hash: string } {
  const proof = randomBytes(32).toString('base64url');
  return { text: `${subscriberId}.${proof}`, hash: sha256(proof) };
}

export const isConfirmedBy = (hash: string, token: Token): boolean => isSame(hash, sha256(token.proof));

/**
 * The keys in a secret, separated by commas: the first signs, all are accepted. A leaked key is replaced by a new one before it, so that
 * links in sent mails still work.
 */
const keysOf = (secret: string): readonly string[] => secret.split(',').map((key) => key.trim());

/** An unsubscription token is not stored and does not expire; creating one requires `secret`. */
export const unsubscribeToken = (secret: string, subscriberId: string): string =>
  `${subscriberId}.${signature(keysOf(secret)[0] ?? '', subscriberId)}`;

export const isSigned = (secret: string, token: Token): boolean =>
  keysOf(secret).some((key) => key !== '' && isSame(signature(key, token.subscriberId), token.proof));

const signature = (key: string, subscriberId: string) =>
  createHmac('sha256', key).update(`unsubscribe:${subscriberId}`).digest('base64url');

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
