import { createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { isSame, normalizeEmail, sha256, type Token } from '../mail/tokens.ts';

/** Domains with the same mailboxes as another. */
const SAME_DOMAINS: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/** Normalizes a domain: Unicode, Punycode, invisible characters and a final dot give different spellings of one DNS name. */
function domainOf(domain: string): string {
  const name = (domainToASCII(domain) || domain).replace(/\.+$/, '');
  return SAME_DOMAINS[name] ?? name;
}

/**
 * The recipient for the hourly limit. At most providers, text after a plus and dots do not make another mailbox, so hundreds of spellings could flood
 * one. Emails are sent to the address as typed.
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

/**
 * The keys in a secret, separated by commas: the first signs, all are accepted. If a key leaks, put a new one before it, so that links in sent emails
 * still work.
 */
const keysOf = (secret: string): readonly string[] => secret.split(',').map((key) => key.trim());

/** An unsubscription token is not stored and does not expire; creating one requires `secret`. */
export const unsubscribeToken = (secret: string, subscriberId: string): string =>
  `${subscriberId}.${signature(keysOf(secret)[0] ?? '', subscriberId)}`;

export const isSigned = (secret: string, token: Token): boolean =>
  keysOf(secret).some((key) => key !== '' && isSame(signature(key, token.addressId), token.proof));

const signature = (key: string, subscriberId: string) =>
  createHmac('sha256', key).update(`unsubscribe:${subscriberId}`).digest('base64url');
