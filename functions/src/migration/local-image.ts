import { AppError } from '@inkwell/shared/errors';
import { percentDecoded } from '@inkwell/shared/percent-decoded';
import { UPLOAD_LIMITS } from '@inkwell/shared/storage';

/** Paths of the site that are not files: the API and reserved paths of Hosting. */
const NOT_FILES = /^\/+(?:api|__)(?:\/|$)/i;

/**
 * Reads a picture on the site itself (`/pictures/a.png`) or in its URL (`data:`). Requests go only to the configured site, never to other hosts,
 * `//`, `/api` or redirects, so that a stored address cannot make the server fetch internal resources.
 * @throws AppError `bad-request` with a message for people
 */
export async function readLocalImage(
  url: string,
  {
    siteUrl,
    timeoutMs,
    fetch = globalThis.fetch,
  }: { siteUrl: string; timeoutMs: number; fetch?: typeof globalThis.fetch },
): Promise<Buffer> {
  if (/^data:/i.test(url)) return decodeDataUrl(url);

  const target = siteFile(url, siteUrl);
  if (!target) throw new AppError('bad-request', 'This address is not a file of the site');
  let response: Response;
  try {
    response = await fetch(target, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs), credentials: 'omit' });
  } catch (cause) {
    throw new AppError('bad-request', 'The site did not answer', { cause });
  }
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new AppError('bad-request', `The site answered ${response.status}`);
  }
  return readLimited(response);
}

/** The absolute address of `path` on the site; null if it is on another site or not allowed. */
function siteFile(path: string, siteUrl: string): URL | null {
  if (!/^\/(?![/\\])/.test(path) || !URL.canParse(path, siteUrl)) return null;
  const target = new URL(path, siteUrl);
  const decoded = percentDecoded(target.pathname);
  if (decoded === null) return null;
  // The next server may decode sequences such as `%2f..%2f` differently.
  const isPlain = !/\\|\/\/|(?:^|\/)\.\.?(?:\/|$)/.test(decoded);
  return target.origin === new URL(siteUrl).origin && isPlain && !NOT_FILES.test(decoded) ? target : null;
}

async function readLimited(response: Response): Promise<Buffer> {
  const tooLarge = () => new AppError('bad-request', 'The image is larger than 10 MB');
  if (Number(response.headers.get('content-length') ?? 0) > UPLOAD_LIMITS.bytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > UPLOAD_LIMITS.bytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('bad-request', 'The site did not finish its answer', { cause });
  }
  return Buffer.concat(chunks);
}

/** RFC 2397, base64 or percent-encoded. The declared type is ignored, because it may be wrong. */
function decodeDataUrl(url: string): Buffer {
  const comma = url.indexOf(',');
  if (comma < 0) throw new AppError('bad-request', 'Malformed data: address');
  if (url.length > UPLOAD_LIMITS.bytes * 2) throw new AppError('bad-request', 'The image is larger than 10 MB');
  const data = url.slice(comma + 1);
  if (/;\s*base64\s*$/i.test(url.slice(0, comma))) return Buffer.from(data, 'base64');
  return Buffer.from(
    data.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
