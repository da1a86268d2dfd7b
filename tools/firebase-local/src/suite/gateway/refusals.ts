import type { IncomingMessage } from 'node:http';
import { pathOf } from './routes.ts';

export interface Refusal {
  status: number;
  text: string;
}

const DOT_SEGMENT = /[/\\]\.{1,2}(?:[/\\]|$)/;
/** File systems allow names of 255 bytes, and Hosting also tries the name with `.html` appended. */
const LONGEST_NAME = 240;
/** Operating systems allow paths of 4,096 bytes, including the app's folder. */
const LONGEST_PATH = 2048;

/** The fault of a request, whatever its backend. Most of these requests would crash a backend. */
export function findFault({ url = '/', headers, method }: IncomingMessage): Refusal | undefined {
  if (!url.startsWith('/')) return { status: 400, text: 'The request target is not a path.' };
  // The Hosting emulator parses both together without catching the error.
  if (!URL.canParse(url, `http://${headers.host}`)) return { status: 400, text: 'The address cannot be read.' };
  const path = decodedPath(url);
  if (path === undefined) return { status: 400, text: 'The path contains an invalid escape sequence.' };
  if (path.includes('\0')) return { status: 400, text: 'The path contains a NUL character.' };
  // Browsers resolve these segments before sending. Otherwise two checks of one request could see different paths.
  if (DOT_SEGMENT.test(pathOf(url))) return { status: 400, text: 'The path contains a "." or ".." segment.' };
  if (method === 'CONNECT' || method === 'TRACE') return { status: 405, text: `${method} is not supported.` };
  return undefined;
}

/** Whether the path is too long for any file of the app. */
export function isTooLongForFile(url: string): boolean {
  const path = decodedPath(url) ?? url;
  if (Buffer.byteLength(path) > LONGEST_PATH) return true;
  return path.split('/').some((name) => Buffer.byteLength(name) > LONGEST_NAME);
}

function decodedPath(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '/');
  } catch {
    return undefined;
  }
}
