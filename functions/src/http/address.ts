import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** Addresses that `X-Forwarded-For` names: what the caller claims first, what the last proxy saw last. */
export function forwardedEntries(req: IncomingMessage): string[] {
  const header = req.headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',');
  return hops.map((hop) => hop.trim()).filter((hop) => hop !== '');
}

/**
 * The caller's network address, for rate limits only. Each proxy appends what it saw to `X-Forwarded-For`, so only the last
 * `trustedHops` entries are ours; what stands before them is the caller's own claim and is not believed.
 */
export function clientAddress(req: IncomingMessage, trustedHops: number): string {
  const hops = forwardedEntries(req);
  const seen = trustedHops > 0 ? hops[Math.max(0, hops.length - trustedHops)] : undefined;
  return network(seen || req.socket.remoteAddress || 'unknown');
}

/** One household has a whole /64 of IPv6 addresses: they count as one. */
function network(address: string): string {
  const plain = address.replace(/^::ffff:/i, '');
  if (!isIPv6(plain)) return plain.slice(0, 64);
  const [head = '', tail] = plain.split('::', 2);
  const front = head ? head.split(':') : [];
  const back = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}
