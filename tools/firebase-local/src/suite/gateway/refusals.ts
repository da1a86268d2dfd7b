import type { IncomingMessage } from 'node:http';
import { pathOf } from './routes.ts';

/** Why a request goes to nobody. */
export interface Refusal {
  status: number;
  text: string;
}

const DOT_SEGMENT = /[/\\]\.{1,2}(?:[/\\]|$)/;
/** File systems take 255 bytes, and Hosting looks for a name with `.html` behind it as well. */
const LONGEST_NAME = 240;
/** Systems take 4,096 bytes, the folder of the app included. */
const LONGEST_PATH = 2048;

/** What is wrong with a request, whoever it is for; the servers behind us would fail or end over most of it. */
export function findFault({ url = '/', headers, method }: IncomingMessage): Refusal | undefined {
  if (!url.startsWith('/')) return { status: 400, text: 'The request target is not a path.' };
  // The Hosting emulator reads both together, without catching what that throws.
  if (!URL.canParse(url, `http://${headers.host}`)) return { status: 400, text: 'The address cannot be read.' };
  const path = decodedPath(url);
  if (path === undefined) return { status: 400, text: 'The path holds an escape that stands for nothing.' };
  if (path.includes('\0')) return { status: 400, text: 'The path holds a character that no path has.' };
  // Browsers resolve these before they send; whoever sends them wants one rule to see another path than the next.
  if (DOT_SEGMENT.test(pathOf(url))) return { status: 400, text: 'The path holds a "." or ".." segment.' };
  if (method === 'CONNECT' || method === 'TRACE') return { status: 405, text: `${method} is not answered here.` };
  return undefined;
}

/** Whether no file of the app can have this path, because file systems have no room for it. */
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
