import type { IncomingMessage } from 'node:http';
import { AppError } from '@inkwell/shared/errors';
import { IMPORT_LIMITS } from '@inkwell/shared/imports';
import { type HostCheck, publicRequest, publicUrl, refused } from '../common/public-request.ts';

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

const HEADERS = { accept: 'image/*', 'user-agent': 'picture import' };

interface Options extends HostCheck {
  /** Holds the picture, if memory for it was set aside. */
  readonly buffer?: Buffer;
  readonly limits?: { readonly pictureBytes: number; readonly pictureMs: number };
}

/**
 * Fetches a picture from a public host: over http or https on the standard ports, without credentials, with at most 5 redirects. Each
 * step passes the guard of `publicRequest`.
 * @throws AppError `bad-request` with the reason
 */
export async function fetchPicture(address: string, options: Options = {}): Promise<Buffer> {
  const { limits = IMPORT_LIMITS, buffer } = options;
  const signal = AbortSignal.timeout(limits.pictureMs);
  let url: URL = publicUrl(address);
  for (let step = 0; step <= MAX_REDIRECTS; step += 1) {
    const answer = await publicRequest(url, { headers: HEADERS }, options, signal).catch((cause: unknown) => {
      if (cause instanceof AppError) throw cause;
      throw refused(signal.aborted ? 'The server took too long to answer' : 'The server could not be reached', cause);
    });
    const { statusCode = 0, headers } = answer;
    if (REDIRECTS.includes(statusCode) && headers.location !== undefined) {
      answer.destroy();
      if (!URL.canParse(headers.location, url.href)) throw refused('The redirect leads to no address');
      url = publicUrl(new URL(headers.location, url.href).href);
      continue;
    }
    if (statusCode !== 200) {
      answer.destroy();
      throw refused(`The server answered ${statusCode}`);
    }
    return bytesOf(answer, { limits, signal, buffer });
  }
  throw refused('Too many redirects');
}

async function bytesOf(
  answer: IncomingMessage,
  { limits, signal, buffer }: { limits: { pictureBytes: number }; signal: AbortSignal; buffer: Buffer | undefined },
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
      if (buffer) part.copy(buffer, bytes - part.length);
      else parts.push(part);
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw refused(signal.aborted ? 'The server took too long to answer' : 'The connection ended too early', cause);
  }
  return buffer ? buffer.subarray(0, bytes) : Buffer.concat(parts);
}
