import { lookup as resolveName } from 'node:dns/promises';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { type RequestOptions, request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '@inkwell/shared/errors';
import { isPublicAddress } from './public-host.ts';

interface Address {
  readonly address: string;
  readonly family: number;
}

/** How to find out where a host is. */
export interface HostCheck {
  /** All IP addresses of a host. */
  readonly resolve?: (host: string) => Promise<readonly Address[]>;
  readonly isPublic?: (address: string) => boolean;
  /** For tests, whose servers cannot use the standard ports. */
  readonly port?: number;
}

export const refused = (text: string, cause?: unknown) => new AppError('bad-request', text, { cause });

/** An http or https address on its standard port, without credentials. @throws AppError `bad-request` */
export function publicUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isUsual = url?.port === '' && url.username === '' && url.password === '';
  if (!url || !isUsual || !['http:', 'https:'].includes(url.protocol)) throw refused('This address cannot be fetched');
  return url;
}

/** The IP addresses of a host, all of which must be public. @throws AppError `bad-request` */
async function checkedAddresses(
  url: URL,
  { resolve = (host) => resolveName(host, { all: true }), isPublic = isPublicAddress }: HostCheck,
  signal: AbortSignal,
): Promise<readonly [Address, ...Address[]]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const [first, ...others] = isIP(host) ? [{ address: host, family: isIP(host) }] : await before(signal, resolve(host));
  if (!first || ![first, ...others].every(({ address }) => isPublic(address))) throw refused('This host is not public');
  return [first, ...others];
}

/**
 * Sends one request to a public host and follows no redirect. All IP addresses of the host must be public. The connection uses a checked address,
 * so that DNS cannot return another one in the meantime.
 * @throws AppError `bad-request` for a host that is not public; errors of the network as they are
 */
export async function publicRequest(
  url: URL,
  { body, ...options }: Pick<RequestOptions, 'method' | 'headers'> & { readonly body?: string },
  check: HostCheck,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const addresses = await checkedAddresses(url, check, signal);
  const [first] = addresses;
  const pinned: LookupFunction = (_host, { all }, done) =>
    all ? done(null, [...addresses]) : done(null, first.address, first.family);
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  const { port } = check;
  return new Promise((answered, failed) => {
    const asked = request(
      url,
      { ...options, lookup: pinned, signal, agent: false, ...(port !== undefined && { port }) },
      answered,
    );
    asked.once('error', failed);
    // An unrequested upgrade closes the connection without an error.
    asked.once('close', () => failed(new Error('closed without an answer')));
    asked.end(body);
  });
}

/** DNS lookups have no timeout. */
const before = <Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> =>
  Promise.race([
    work,
    new Promise<never>((_, failed) => signal.addEventListener('abort', () => failed(signal.reason), { once: true })),
  ]);
