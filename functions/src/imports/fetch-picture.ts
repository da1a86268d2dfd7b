import { lookup as resolveName } from 'node:dns/promises';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '@inkwell/shared/errors';
import { IMPORT_LIMITS } from '@inkwell/shared/imports';
import { isPublicAddress } from './public-host.ts';

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

interface Address {
  readonly address: string;
  readonly family: number;
}

interface Options {
  /** All IP addresses of a host. */
  readonly resolve?: (host: string) => Promise<readonly Address[]>;
  readonly isPublic?: (address: string) => boolean;
  /** For tests, whose servers cannot use the standard ports. */
  readonly port?: number;
  readonly limits?: { readonly pictureBytes: number; readonly pictureMs: number };
}

/**
 * Fetches a picture from a public host: over http or https on the standard ports, without credentials, with at most 5 redirects. All IP addresses of
 * each host must be public. The connection uses a checked address, so that DNS cannot return another one in the meantime.
 * @throws AppError `bad-request` with the reason
 */
export async function fetchPicture(address: string, options: Options = {}): Promise<Buffer> {
  const { limits = IMPORT_LIMITS } = options;
  const signal = AbortSignal.timeout(limits.pictureMs);
  let url: URL = parsed(address);
  for (let step = 0; step <= MAX_REDIRECTS; step += 1) {
    const answer = await ask(url, options, signal).catch((cause: unknown) => {
      if (cause instanceof AppError) throw cause;
      throw refused(signal.aborted ? 'The server took too long to answer' : 'The server could not be reached', cause);
    });
    const { statusCode = 0, headers } = answer;
    if (REDIRECTS.includes(statusCode) && headers.location !== undefined) {
      answer.destroy();
      if (!URL.canParse(headers.location, url.href)) throw refused('The redirect leads to no address');
      url = parsed(new URL(headers.location, url.href).href);
      continue;
    }
    if (statusCode !== 200) {
      answer.destroy();
      throw refused(`The server answered ${statusCode}`);
    }
    return bytesOf(answer, { limits, signal });
  }
  throw refused('Too many redirects');
}

const refused = (text: string, cause?: unknown) => new AppError('bad-request', text, { cause });

function parsed(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isUsual = url?.port === '' && url.username === '' && url.password === '';
  if (!url || !isUsual || !['http:', 'https:'].includes(url.protocol)) throw refused('This address cannot be fetched');
  return url;
}

async function ask(
  url: URL,
  { resolve = (host) => resolveName(host, { all: true }), isPublic = isPublicAddress, port }: Options,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses: readonly Address[] = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await before(signal, resolve(host));
  const [first] = addresses;
  if (!first || !addresses.every((one) => isPublic(one.address))) throw refused('This host is not public');
  const pinned: LookupFunction = (_host, { all }, done) =>
    all ? done(null, [...addresses]) : done(null, first.address, first.family);
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((answered, failed) => {
    const headers = { accept: 'image/*', 'user-agent': 'picture import' };
    const asked = request(
      url,
      { lookup: pinned, signal, agent: false, headers, ...(port !== undefined && { port }) },
      answered,
    );
    asked.once('error', failed);
    asked.end();
  });
}

/** DNS lookups have no timeout of their own. */
const before = <Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> =>
  Promise.race([
    work,
    new Promise<never>((_, failed) => signal.addEventListener('abort', () => failed(signal.reason), { once: true })),
  ]);

async function bytesOf(
  answer: IncomingMessage,
  { limits, signal }: { limits: { pictureBytes: number }; signal: AbortSignal },
): Promise<Buffer> {
  const tooLarge = () => refused(`The picture is larger than ${limits.pictureBytes / 1024 / 1024} MB`);
  if (Number(answer.headers['content-length'] ?? 0) > limits.pictureBytes) {
    answer.destroy();
    throw tooLarge();
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of answer) {
      bytes += part.length;
      // Leaving the loop closes the connection.
      if (bytes > limits.pictureBytes) throw tooLarge();
      parts.push(part);
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw refused(signal.aborted ? 'The server took too long to answer' : 'The connection ended too early', cause);
  }
  return Buffer.concat(parts);
}
