import { once } from 'node:events';
import { connect } from 'node:net';
import { seeded } from '../../testing/random.ts';

const words = (text: string): string[] => text.split(' ');
const METHODS = words('GET GET GET HEAD POST PUT DELETE OPTIONS PATCH TRACE CONNECT PROPFIND XX');
/** One of them is empty. */
const STARTS = words('/ // /\\ /api/ /page/ /assets/ /__/ /__/firebase /ws http://a/ http://[ *  a:1');
const PIECES = [
  ...words('a %2F %2f..%2f %ff %E0%A4%A % %00 %0d%0aX:%201 .. ./ ; : @ [ ] \\ ? ?a=%ff&b[]=1&b[x]=2 # {} <script> "'),
  ...words('| ^ ~ $& * ** !(a) \u00e9 \u007f .html .json index'),
  ...['a'.repeat(300), 'b'.repeat(1600), '/x'.repeat(1500)],
];
const HOSTS = [
  'localhost',
  'a b[',
  '[',
  ']',
  '[::1',
  'a:99999',
  'a:b',
  '@',
  '%',
  '\u00e9',
  '',
  ' ',
  'a,b',
  '//',
  '?',
  '#',
  '[::1]:3000',
];
const HEADERS = [
  'Accept-Encoding: \u00e9;q=x, ,;',
  'Accept: */*',
  'Range: bytes=5-1,-,9999999999999999-',
  'Range: x',
  'If-None-Match: "\u00e9',
  'If-Modified-Since: never',
  'Cookie: %ff=%; ; =',
  'Connection: host, upgrade, x',
  'Upgrade: websocket',
  'Connection: Upgrade\r\nUpgrade: h2c',
  'Expect: 100-continue',
  'Expect: miracles',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: x, chunked',
  'Content-Length: -1',
  'Content-Length: 99999999999999',
  'Content-Type: application/json; charset=\u00e9',
  'Authorization: Bearer \u00e9',
  'X-Forwarded-Host: a b[',
  'X-HTTP-Method-Override: CONNECT',
  'Origin: null',
  'Referer: \u0001',
  `X-Long: ${'x'.repeat(9000)}`,
];

/** Returns `count` requests, as bytes, that no browser would send. The same seed gives the same requests. */
export function hostileRequests(seed: number, count: number): Buffer[] {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const some = <T>(list: readonly T[], most: number): T[] =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(list));
  return Array.from({ length: count }, () => {
    const target = pick(STARTS) + some(PIECES, 3).join('');
    const host = random() < 0.7 ? 'localhost' : pick(HOSTS);
    const headers = [...(random() < 0.95 ? [`Host: ${host}`] : []), ...some(HEADERS, 2), 'Connection: close'];
    const body = random() < 0.2 ? pick(['{', 'x', '5\r\nhello\r\n0\r\n\r\n', '\0']) : '';
    return Buffer.from(`${pick(METHODS)} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`, 'latin1');
  });
}

/** The status of the answer to these bytes; null if there is none in time or the connection is closed. */
export async function statusOf(port: number, bytes: Buffer, patienceMs = 2_000): Promise<number | null> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (/^HTTP\/1\.1 (?!1)/.test(text)) resolve();
    });
  });
  socket.on('error', () => undefined);
  socket.setTimeout(patienceMs, () => socket.destroy());
  socket.write(bytes);
  await Promise.race([answered, once(socket, 'close')]);
  socket.destroy();
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
  return status === undefined ? null : Number(status);
}
