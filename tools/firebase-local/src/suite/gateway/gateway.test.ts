import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFreePorts } from '../ports.ts';
import { type Gateway, type GatewayOptions, startGateway } from './gateway.ts';
import { hostileRequests, statusOf } from './hostile-requests.ts';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

const open: Server[] = [];
let gateway: Gateway;
let options: GatewayOptions;
let port: number;
/** The handlers of the backends, which tests replace. */
let api: Handler;
let page: Handler;
let app: Handler;
let apiServer: Server;
let isApiUp: boolean;

const SCRIPT = 'export const line = "long enough to be compressed";\n'.repeat(200);

beforeEach(async () => {
  api = (req, res) => void res.end(JSON.stringify(req.headers));
  page = (_req, res) => void res.end('served page');
  app = (_req, res) => void res.end('plain app');
  isApiUp = true;
  apiServer = await backend((req, res) => api(req, res));
  const pageServer = await backend((req, res) => page(req, res));
  const appServer = await backend((req, res) => app(req, res));
  [port = 0] = await findFreePorts(1);
  options = {
    port,
    hosting: {
      rewrites: [
        { source: '/api/**', function: { functionId: 'api' } },
        { source: '/notes{,/**}', function: { functionId: 'page' } },
        { source: '/feed.xml', function: { functionId: 'page' } },
        { source: '/plain{,/**}', destination: '/app.html' },
        { source: '!/@(__|api|assets)/**', function: { functionId: 'page' } },
      ],
      headers: [{ source: '!/__/**', headers: [{ key: 'X-Safe', value: 'yes' }] }],
    },
    app: { name: 'The app', port: portOf(appServer) },
    hasFile: (path) => path === '/a.js' || path === '/a.woff2' || path === '/notes/picture.png',
    appTimeoutMs: 1_000,
    functionNamed: async (name) => {
      if (name === 'api' && !isApiUp) return undefined;
      return { name, port: portOf(name === 'api' ? apiServer : pageServer) };
    },
    upgrades: new Map([['/ws', 'api']]),
    initJson: { projectId: 'demo-fixture' },
  };
  gateway = await startGateway(options);
});

afterEach(async () => {
  await gateway.close();
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

describe('gateway', () => {
  it('sends requests to the function that firebase.json names for the path, and all others to the app', async () => {
    expect(await textOf('/notes/1')).toBe('served page');
    expect(await (await fetchPath('/api/notes')).json()).toMatchObject({ host: `127.0.0.1:${port}` });
    expect(await textOf('/plain')).toBe('plain app');
  });

  it('serves files before rewrites, like Hosting, and sends all other paths to the catch-all function', async () => {
    page = (req, res) => void res.end(`page ${req.url}`);

    expect(await textOf('/notes/picture.png')).toBe('plain app');
    for (const path of ['/about', '/a.php', '/.env', '/plainer']) {
      expect(await textOf(path)).toBe(`page ${path}`);
    }
    for (const path of ['/assets/gone.js', '/__/x']) {
      expect(await textOf(path)).toBe('plain app');
    }
  });

  it('renders pages in functions during development, and gets everything else from the development server', async () => {
    await gateway.close();
    gateway = await startGateway({ ...options, isDevelopment: true });
    page = (req, res) => void res.end(`page ${req.url} ${req.headers['cache-control']}`);
    const asDocument = { headers: { accept: 'text/html' } };

    const answers = await Promise.all(['/notes/1', '/about', '/plain'].map((path) => fetchPath(path, asDocument)));

    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual([
      'page /notes/1 no-cache',
      'page /about no-cache',
      'plain app',
    ]);
    expect(answers[0]?.headers.get('x-safe')).toBeNull();
    expect(await textOf('/@vite/client')).toBe('plain app');
    expect((await fetchPath('/api/notes')).headers.get('x-safe')).toBe('yes');
  });

  it('answers on both addresses of localhost', async () => {
    const res = await fetch(`http://localhost:${port}/anything`);

    expect(res.status).toBe(200);
  });

  it('gives a function only the address of the connection, even if the client sends forwarding headers', async () => {
    const claims = {
      'x-forwarded-for': '6.6.6.6, 7.7.7.7',
      forwarded: 'for=6.6.6.6',
      'x-real-ip': '6.6.6.6',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
    };

    const seen = await (await fetchPath('/api/notes', { headers: claims })).json();

    expect(seen).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': `127.0.0.1:${port}`,
      'x-forwarded-proto': 'http',
    });
    expect(seen).not.toHaveProperty('forwarded');
    expect(seen).not.toHaveProperty('x-real-ip');
  });

  it('adds the headers of firebase.json to answers of functions, unless the function sets them', async () => {
    expect((await fetchPath('/notes/1')).headers.get('x-safe')).toBe('yes');
    page = (_req, res) => void res.setHeader('x-safe', 'own').end();
    expect((await fetchPath('/notes/1')).headers.get('x-safe')).toBe('own');
  });

  it('forbids caching of a 404, even if firebase.json allows caching of the path', async () => {
    app = (_req, res) =>
      void res.setHeader('cache-control', 'public, max-age=31536000, immutable').writeHead(404).end();

    const res = await fetchPath('/assets/of-an-older-build.js');

    expect([res.status, res.headers.get('cache-control')]).toEqual([404, 'no-cache']);
  });

  it('serves the configuration of the web app itself', async () => {
    const res = await fetchPath('/__/firebase/init.json');

    expect(await res.json()).toEqual({ projectId: 'demo-fixture' });
    expect(res.headers.get('cache-control')).toBe('no-store');
  });

  it('answers 502 in plain text when a function is not running or ends during a request', async () => {
    isApiUp = false;
    const down = await fetchPath('/api/notes');
    isApiUp = true;
    apiServer.close();
    apiServer.closeAllConnections();
    const dead = await fetchPath('/api/notes');

    expect([down.status, dead.status]).toEqual([502, 502]);
    expect(down.headers.get('content-type')).toContain('text/plain');
    expect(await down.text()).toBe('The api function is not running.\n');
    expect(await dead.text()).toBe('The api function cannot be reached.\n');
  });

  it.each([404, 500])('forwards a %i of a page', async (status) => {
    page = (_req, res) => void res.writeHead(status).end('no such note');

    const answer = await fetchPath('/notes/1');

    expect([answer.status, await answer.text()]).toEqual([status, 'no such note']);
  });

  it('forwards a body of 32 MB and refuses a larger one', async () => {
    api = async (req, res) => void res.end(String((await buffer(req)).length));
    const largest = 32 * 1024 * 1024;

    const carried = await fetchPath('/api/upload', { method: 'POST', body: new Uint8Array(largest) });
    const head = `POST /api/upload HTTP/1.1\r\nHost: x\r\nContent-Length: ${largest + 1}\r\n\r\n`;
    const refused = await statusOf(port, Buffer.from(head));

    expect(await carried.text()).toBe(String(largest));
    expect(refused).toBe(413);
  });

  it('reads a body that is too large to its end, so that the client receives the answer', async () => {
    const size = 40 * 1024 * 1024;
    const answer = await rawRequest(
      `POST /api/upload HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n`,
      Buffer.alloc(size),
      'GET /api/next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );

    expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  it('forwards names that begin with a dot, and refuses dot segments', async () => {
    api = (req, res) => void res.end(`function ${req.url}`);
    const deleted = (target: string) => statusOf(port, Buffer.from(`DELETE ${target} HTTP/1.1\r\nHost: x\r\n\r\n`));

    expect(await textOf('/api/notes/.x')).toBe('function /api/notes/.x');
    expect(await deleted('/api/notes/..')).toBe(400);
    expect(await deleted('/api/notes/%2e%2E')).toBe(400);
    expect(await deleted('/api/./notes')).toBe(400);
    expect(await deleted('/api/notes/...')).toBe(200);
  });

  it('forwards chunks as they arrive', async () => {
    let finish: () => void = () => undefined;
    api = (_req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.write('first');
      finish = () => void res.end('last');
    };

    const res = await fetchPath('/api/stream');
    const reader = res.body?.getReader();
    const first = await reader?.read();
    finish();
    const last = await reader?.read();

    expect(Buffer.from(first?.value ?? []).toString()).toBe('first');
    expect(Buffer.from(last?.value ?? []).toString()).toBe('last');
  });

  it('ends the request to the function when the client disconnects', async () => {
    const gone = new Promise<void>((resolve) => {
      api = (_req, res) => void res.once('close', resolve);
    });
    const client = new AbortController();

    const call = fetchPath('/api/slow', { signal: client.signal }).catch((error: Error) => error.name);
    await new Promise((resolve) => setTimeout(resolve, 100));
    client.abort();

    expect(await call).toBe('AbortError');
    await gone;
  });

  it('forwards the path unchanged', async () => {
    api = (req, res) => void res.end(req.url);

    expect(await textOf('/api/search?q=a%20b%2Fc')).toBe('/api/search?q=a%20b%2Fc');
  });
});

describe('hostile requests', () => {
  it.each([
    ['an address that cannot be read', 'GET //a%2Fb HTTP/1.1\r\nHost: localhost', 400],
    ['an address with a backslash', 'GET /\\a%2Fb HTTP/1.1\r\nHost: localhost', 400],
    ['a host that cannot be read', 'GET / HTTP/1.1\r\nHost: a b[', 400],
    ['an escape that is not a character', 'GET /%ff HTTP/1.1\r\nHost: localhost', 400],
    ['half a character', 'GET /%E0%A4%A HTTP/1.1\r\nHost: localhost', 400],
    ['a null character', 'GET /a%00.html HTTP/1.1\r\nHost: localhost', 400],
    ['a name that no file can have', `GET /assets/${'n'.repeat(1600)} HTTP/1.1\r\nHost: localhost`, 404],
    ['a path that no file can have', `GET /assets${'/n'.repeat(2000)} HTTP/1.1\r\nHost: localhost`, 404],
    ['the asterisk', 'OPTIONS * HTTP/1.1\r\nHost: localhost', 400],
    ['another server', 'GET http://other.test/ HTTP/1.1\r\nHost: other.test', 400],
    ['a tunnel', 'CONNECT other.test:443 HTTP/1.1\r\nHost: other.test', 405],
    [
      'an upgrade of an address that cannot be read',
      'GET //a%2Fb HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket',
      400,
    ],
  ])('for %s are refused without reaching a backend', async (_what, head, status) => {
    const reached: (string | undefined)[] = [];
    app = page = (req, res) => void res.end(reached.push(req.url));

    const line = head.includes('Upgrade:') ? '' : '\r\nConnection: close';

    expect(await statusOf(port, Buffer.from(`${head}${line}\r\n\r\n`))).toBe(status);
    expect(reached).toEqual([]);
  });

  it('forward a long name to a function', async () => {
    expect((await fetchPath(`/api/${'n'.repeat(1600)}`)).status).toBe(200);
  });

  it('get a 504 when the app never answers', async () => {
    app = () => undefined;

    expect((await fetchPath('/__/firebase/x/y')).status).toBe(504);
  });

  it('in large numbers neither stop the gateway nor cause a failure', async () => {
    const requests = hostileRequests(21, 400);

    const failed = [];
    for (const bytes of requests) {
      const status = await statusOf(port, bytes, 300);
      if (status !== null && status >= 500) failed.push([status, bytes.toString('latin1').slice(0, 200)]);
    }

    expect(failed).toEqual([]);
    expect((await fetchPath('/anything')).status).toBe(200);
  });
});

describe('compression', () => {
  beforeEach(() => {
    app = (_req, res) => {
      // No quotes and no 304, as with the Hosting emulator.
      res.setHeader('etag', 'tag').setHeader('content-type', 'text/javascript');
      res.setHeader('content-length', SCRIPT.length).end(SCRIPT);
    };
  });

  it('compresses scripts with the coding that the client prefers', async () => {
    const br = await raw('/a.js', { 'accept-encoding': 'gzip, br' });
    const gzip = await raw('/a.js', { 'accept-encoding': 'gzip' });

    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.body).toString()).toBe(SCRIPT);
    expect(gunzipSync(gzip.body).toString()).toBe(SCRIPT);
    expect(br.headers.vary).toBe('Accept-Encoding');
    expect(br.headers['content-length']).toBe(String(br.body.length));
  });

  it('does not compress for a client that accepts no coding, and sets Vary', async () => {
    const plain = await raw('/a.js', { 'accept-encoding': 'identity' });

    expect(plain.body.toString()).toBe(SCRIPT);
    expect(plain.headers.vary).toBe('Accept-Encoding');
    expect(plain.headers.etag).toBe('"tag"');
  });

  it('answers 304 to the weak tag of a compressed file', async () => {
    const { headers } = await raw('/a.js', { 'accept-encoding': 'br' });
    const again = await raw('/a.js', { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) });

    expect(headers.etag).toBe('W/"tag"');
    expect(again.status).toBe(304);
    expect(again.headers).not.toHaveProperty('content-length');
    expect((await raw('/a.js', { 'if-none-match': '"old", W/"tag"' })).status).toBe(304);
    expect((await raw('/a.js', { 'if-none-match': '"old"' })).status).toBe(200);
  });

  it('fetches an immutable file only once', async () => {
    let asked = 0;
    app = (_req, res) => {
      asked++;
      res.setHeader('cache-control', 'public, max-age=31536000, immutable').setHeader('etag', '"x"');
      res.setHeader('content-type', 'font/woff2').setHeader('content-length', 4).end('font');
    };

    const first = await raw('/a.woff2', {});
    const kept = await raw('/a.woff2', {});
    const part = await raw('/a.woff2', { range: 'bytes=0-1' });

    expect([first, kept, part].map(({ body }) => body.toString())).toEqual(['font', 'font', 'font']);
    expect(kept.headers['cache-control']).toContain('immutable');
    expect(asked, 'a part is asked for anew').toBe(2);
  });

  it('fetches any other file for each request', async () => {
    const first = await raw('/a.js', { 'accept-encoding': 'br' });
    app = (_req, res) => void res.setHeader('etag', 'new').setHeader('content-length', 3).end('new');

    expect(first.status).toBe(200);
    expect((await raw('/a.js', { 'accept-encoding': 'br' })).body.toString()).toBe('new');
  });

  it("compresses a function's JSON, but not pictures, small answers or answers with no-transform", async () => {
    const body = JSON.stringify({ text: 'x'.repeat(2000) });
    const codingOf = async (headers: Record<string, string>, sent = body) => {
      api = (_req, res) => void res.writeHead(200, headers).end(sent);
      return (await raw('/api/x', { 'accept-encoding': 'br' })).headers['content-encoding'];
    };

    expect(await codingOf({ 'content-type': 'application/json; charset=utf-8' })).toBe('br');
    expect(await codingOf({ 'content-type': 'image/png' })).toBeUndefined();
    expect(await codingOf({ 'content-type': 'application/json', 'content-length': '2' }, '{}')).toBeUndefined();
    expect(await codingOf({ 'content-type': 'text/plain', 'cache-control': 'no-transform' })).toBeUndefined();
  });
});

describe('upgrades', () => {
  const handshake =
    'GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n';

  it('forwards bytes in both directions and sends the address of the connection', async () => {
    let seen: string | string[] | undefined;
    apiServer.on('upgrade', (req, socket) => {
      seen = req.headers['x-forwarded-for'];
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      socket.on('data', (chunk: Buffer) => socket.write(`echo ${chunk}`));
      socket.on('error', () => undefined);
    });
    const socket = connect(port, '127.0.0.1');
    socket.write(handshake);
    const [opened] = (await once(socket, 'data')) as [Buffer];
    socket.write('hello');
    const [echoed] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();

    expect(opened.toString()).toMatch(/^HTTP\/1.1 101 /);
    expect(echoed.toString()).toBe('echo hello');
    expect(seen).toBe('127.0.0.1');
  });

  it('answers 502 when the function is not running and 404 where no function accepts upgrades', async () => {
    isApiUp = false;

    expect(await rawRequest(handshake)).toMatch(/^HTTP\/1.1 502 /);
    expect(await rawRequest(handshake.replace('/ws', '/elsewhere'))).toMatch(/^HTTP\/1.1 404 /);
  });

  it("closes the client's connection when the function closes its own", async () => {
    apiServer.on('upgrade', (_req, socket) => socket.destroy());

    expect(await rawRequest(handshake)).toBe('');
  });
});

async function backend(handler: Handler): Promise<Server> {
  const server = createServer(handler);
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

const fetchPath = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);

const textOf = async (path: string) => (await fetchPath(path)).text();

/** A request whose answer is not decompressed. */
async function raw(path: string, headers: Record<string, string>) {
  const [res] = (await once(request({ port, host: '127.0.0.1', path, headers }).end(), 'response')) as [
    IncomingMessage,
  ];
  return { status: res.statusCode, headers: res.headers, body: await buffer(res) };
}

/** Returns everything that the gateway answers to these bytes until it closes the connection. */
async function rawRequest(...parts: (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk));
  socket.on('error', () => undefined);
  for (const part of parts) socket.write(part);
  await once(socket, 'close');
  return answer;
}
