import { domainToASCII } from 'node:url';
import { isSignature, normalizeEmail, sha256, signatureOf, type Token } from '../mail/tokens.ts';

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

const signedText = (subscriberId: string): string => `unsubscribe:${subscriberId}`;

/** An unsubscription token is not stored and does not expire; creating one requires `secret`. */
export const unsubscribeToken = (secret: string, subscriberId: string): string =>
  `${subscriberId}.${signatureOf(secret, signedText(subscriberId))}`;

export const isSigned = (secret: string, token: Token): boolean =>
  isSignature(secret, signedText(token.addressId), token.proof);
