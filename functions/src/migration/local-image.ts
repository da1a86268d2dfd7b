import { AppError } from '@inkwell/shared/errors';
import { UPLOAD_LIMITS } from '@inkwell/shared/storage';

/** Paths that lead elsewhere than to a file of the site: its API and what Hosting keeps to itself. */
const NOT_FILES = /^\/+(?:api|__)(?:\/|$)/i;

/**
 * Reads a picture that is on the site itself (`/pictures/a.png`) or inside its address (`data:`).
 *
 * Nothing but the configured site is ever asked: no other host, no `//`, no `/api`, no redirect; so a stored address can
 * not make the server fetch what only the server can reach.
 *
 * @throws AppError with a text for people: `bad-request` when the address or the answer cannot be used
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

/** The absolute address of `path` on the site; null when it would lead anywhere else. */
function siteFile(path: string, siteUrl: string): URL | null {
  if (!/^\/(?![/\\])/.test(path) || !URL.canParse(path, siteUrl)) return null;
  const target = new URL(path, siteUrl);
  let decoded: string;
  try {
    decoded = decodeURIComponent(target.pathname);
  } catch {
    return null;
  }
  // `%2f..%2f` and the like mean something else to the next server than to this one.
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

/** RFC 2397: base64 or percent-encoded. The type it claims is not believed, so it is not read. */
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
