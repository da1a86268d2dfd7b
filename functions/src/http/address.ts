import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** The addresses in `X-Forwarded-For`: first those that the caller sent, last the one that the last proxy added. */
export function forwardedEntries(req: IncomingMessage): string[] {
  const header = req.headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',');
  return hops.map((hop) => hop.trim()).filter((hop) => hop !== '');
}

/**
 * The caller's network address, for rate limits only. Each proxy appends an address to `X-Forwarded-For`, so only the last `trustedHops`
 * entries are trusted; the caller can forge the others.
 */
export function clientAddress(req: IncomingMessage, trustedHops: number): string {
  const hops = forwardedEntries(req);
  const seen = trustedHops > 0 ? hops[Math.max(0, hops.length - trustedHops)] : undefined;
  return network(seen || req.socket.remoteAddress || 'unknown');
}

/** A household usually has a whole /64 of IPv6 addresses, so a /64 counts as one address. */
function network(address: string): string {
  const plain = address.replace(/^::ffff:/i, '');
  if (!isIPv6(plain)) return plain.slice(0, 64);
  const [head = '', tail] = plain.split('::', 2);
  const front = head ? head.split(':') : [];
  const back = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  const groups = [...front, ...zeros, ...back].slice(0, GROUPS_OF_HOUSEHOLD);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

const GROUPS_OF_HOUSEHOLD = 4;

/**
 * The /48 of an IPv6 address that `clientAddress` returned, because anybody who rents a server can use a whole /48. IPv4 addresses are
 * returned unchanged.
 */
export const siteOf = (address: string): string =>
  address.split(':').length === GROUPS_OF_HOUSEHOLD ? address.slice(0, address.lastIndexOf(':')) : address;
