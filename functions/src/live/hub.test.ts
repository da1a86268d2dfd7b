import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { AppError } from '@inkwell/shared/errors';
import { LIVE_CLOSE } from '@inkwell/shared/notifications';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createOriginCheck } from '../http/origin.ts';
import { createLiveHub, type LiveBroadcast, type LiveHub, type LiveHubOptions } from './hub.ts';
import { type Identity, LiveRefusal } from './identity.ts';

type Handlers = Parameters<LiveHubOptions['source']>[0];

let server: Server;
let hub: LiveHub;
let handlers: Handlers | null;
let starts: number;
let nowMs: number;
let identify: (token: string) => Promise<Identity>;
let clients: Client[];

interface Client {
  readonly socket: WebSocket;
  readonly messages: string[];
  readonly closed: Promise<{ code: number; reason: string }>;
}

const broadcastAt = (atMs: number, changes: Partial<LiveBroadcast> = {}): LiveBroadcast => ({
  title: 'News',
  message: 'Text',
  type: 'info',
  atMs,
  ...changes,
});

async function start(options: Partial<LiveHubOptions> = {}) {
  hub = createLiveHub({
    identify: (token) => identify(token),
    checkStanding: async () => undefined,
    source(given) {
      handlers = given;
      starts += 1;
      return () => {
        handlers = null;
      };
    },
    allowOrigin: createOriginCheck(['https://inkwell.example']),
    addressOf: ({ headers }) => String(headers['x-address'] ?? 'one'),
    now: () => nowMs,
    log: () => undefined,
    maxSockets: 10,
    maxPerAccount: 10,
    maxPerAddress: 10,
    ...options,
  });
  server = createServer((_request, response) => response.writeHead(426).end());
  server.on('upgrade', hub.upgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

const address = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;

function open(path = '/ws', headers: Record<string, string> = {}): Client {
  const socket = new WebSocket(`ws://${address()}${path}`, { headers });
  const messages: string[] = [];
  socket.on('message', (data) => messages.push(String(data)));
  socket.on('error', () => undefined);
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
  );
  const client = { socket, messages, closed };
  clients.push(client);
  return client;
}

async function opened(client: Client): Promise<Client> {
  if (client.socket.readyState !== WebSocket.OPEN) await new Promise((resolve) => client.socket.once('open', resolve));
  return client;
}

const authenticate = (client: Client, token: string) => client.socket.send(JSON.stringify({ type: 'auth', token }));

/** A socket whose token has been accepted. */
async function signedIn(userId: string): Promise<Client> {
  const client = await opened(open());
  authenticate(client, userId);
  await settled(client);
  return client;
}

/** Waits for the answer to a ping, so that everything sent earlier has been handled. */
async function settled(client: Client): Promise<void> {
  const pong = new Promise((resolve) => client.socket.once('pong', resolve));
  client.socket.ping();
  const closed = client.closed.then(({ code }) => Promise.reject(new Error(`closed with ${code}`)));
  await Promise.race([pong, closed]);
}

const eventually = (check: () => void) => vi.waitFor(check, { interval: 10 });

async function refusedStatus(client: Client): Promise<number | undefined> {
  return new Promise((resolve) =>
    client.socket.once('unexpected-response', (_request, response) => {
      response.destroy();
      resolve(response.statusCode);
    }),
  );
}

/** Starts a hub whose pings are triggered by the test, because a timer would be late on a busy machine. */
async function startWithBeats(): Promise<{ beat(): void }> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await start({ pingMs: 1_000 });
  return { beat: () => void vi.advanceTimersByTime(1_000) };
}

beforeEach(() => {
  handlers = null;
  starts = 0;
  nowMs = 1_000_000;
  clients = [];
  identify = async (token) => ({ userId: token, authTime: 0, expiresAtMs: nowMs + 3_600_000 });
});

afterEach(() => {
  for (const client of clients) client.socket.terminate();
  hub.shutdown();
  server.close();
  vi.useRealTimers();
});

describe('an authenticated socket', () => {
  it('gets every broadcast since its auth message, in order and in the shape of the contract', async () => {
    await start();
    const client = await signedIn('reader');

    handlers?.onBroadcast(broadcastAt(nowMs, { title: 'First' }));
    handlers?.onBroadcast(broadcastAt(nowMs + 1, { title: 'Second', type: 'warning' }));
    await settled(client);

    expect(client.messages.map((message) => JSON.parse(message))).toEqual([
      { type: 'notification', data: { title: 'First', message: 'Text', type: 'info' } },
      { type: 'notification', data: { title: 'Second', message: 'Text', type: 'warning' } },
    ]);
  });

  it('gets notifications for its account, with the link, and none for others', async () => {
    await start();
    const [mary, percy] = [await signedIn('mary'), await signedIn('percy')];
    let accept = () => {};
    identify = (token) =>
      new Promise((resolve) => {
        accept = () => resolve({ userId: token, authTime: 0, expiresAtMs: nowMs + 3_600_000 });
      });
    const late = await opened(open());
    authenticate(late, 'mary');
    await settled(late);

    handlers?.onBroadcast(broadcastAt(nowMs, { title: 'For Mary', to: 'mary', link: '/posts/1#comment-2' }));
    handlers?.onBroadcast(broadcastAt(nowMs, { title: 'For Percy', to: 'percy' }));
    accept();
    await eventually(() => expect(late.messages).toHaveLength(1));
    await Promise.all([settled(mary), settled(percy)]);

    const forMary = { title: 'For Mary', message: 'Text', type: 'info', link: '/posts/1#comment-2' };
    for (const client of [mary, late]) {
      expect(client.messages.map((message) => JSON.parse(message).data)).toEqual([forMary]);
    }
    expect(percy.messages.map((message) => JSON.parse(message).data.title)).toEqual(['For Percy']);
  });

  it('gets no broadcast older than its auth message', async () => {
    await start();
    const client = await signedIn('reader');

    handlers?.onBroadcast(broadcastAt(nowMs - 1));
    await settled(client);

    expect(client.messages).toEqual([]);
  });

  it('gets broadcasts sent while its token was being verified', async () => {
    let accept: (identity: Identity) => void = () => undefined;
    identify = () =>
      new Promise((resolve) => {
        accept = resolve;
      });
    await start();
    const client = await opened(open());
    authenticate(client, 'reader');
    await settled(client);

    handlers?.onBroadcast(broadcastAt(nowMs, { title: 'Meanwhile' }));
    await settled(client);
    expect(client.messages).toEqual([]);
    accept({ userId: 'reader', authTime: 0, expiresAtMs: nowMs + 1_000 });
    await settled(client);

    expect(client.messages).toHaveLength(1);
  });

  it('is closed when its user is blocked, and others are not', async () => {
    await start();
    const blocked = await signedIn('blocked');
    const other = await signedIn('other');

    handlers?.onBlocked('blocked');

    expect(await blocked.closed).toEqual({ code: LIVE_CLOSE.blocked, reason: 'blocked' });
    await settled(other);
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('is verified again if the block was reported during the verification', async () => {
    let calls = 0;
    identify = async (token) => {
      calls += 1;
      if (calls > 1) throw new LiveRefusal(LIVE_CLOSE.blocked, 'blocked');
      handlers?.onBlocked(token);
      return { userId: token, authTime: 0, expiresAtMs: nowMs + 1_000 };
    };
    await start();
    const client = await opened(open());

    authenticate(client, 'reader');

    expect((await client.closed).code).toBe(LIVE_CLOSE.blocked);
  });

  it('is closed when its token expires, unless a newer one was sent', async () => {
    const { beat } = await startWithBeats();
    const stale = await signedIn('stale');
    const fresh = await signedIn('fresh');

    nowMs += 3_600_000;
    authenticate(fresh, 'fresh');
    await settled(fresh);
    beat();

    expect((await stale.closed).code).toBe(LIVE_CLOSE.badToken);
    await settled(fresh);
    expect(fresh.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('is closed within 45 s if Auth refuses its account, and stays open if Auth does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const refusals: Record<string, Error> = {};
    const checkStanding = vi.fn(async ({ userId }: Identity) => {
      if (refusals[userId]) throw refusals[userId];
    });
    await start({ checkStanding, pingMs: 600_000 });
    const [revoked, other, unknown] = [await signedIn('revoked'), await signedIn('other'), await signedIn('unknown')];
    vi.advanceTimersByTime(45_000);
    await settled(revoked);

    refusals.revoked = new AppError('unauthorized');
    refusals.unknown = new AppError('unavailable');
    vi.advanceTimersByTime(45_000);

    expect(await revoked.closed).toEqual({ code: LIVE_CLOSE.badToken, reason: 'token revoked' });
    await settled(other);
    await settled(unknown);
    expect(checkStanding).toHaveBeenCalledTimes(6);
  });

  it('cannot switch to another account', async () => {
    await start();
    const client = await signedIn('reader');

    authenticate(client, 'admin');

    expect((await client.closed).code).toBe(LIVE_CLOSE.badToken);
  });
});

describe('a socket that does not authenticate', () => {
  it('gets nothing, and is closed after the time limit', async () => {
    await start({ authTimeoutMs: 60 });
    const client = await opened(open());

    handlers?.onBroadcast(broadcastAt(nowMs));

    expect((await client.closed).code).toBe(LIVE_CLOSE.authTimeout);
    expect(client.messages).toEqual([]);
  });

  it.each(['not json', '{}', '{"type":"auth"}', '{"type":"auth","token":""}', '[1]', 'null'])(
    'is closed for sending %s',
    async (text) => {
      await start();
      const client = await opened(open());

      client.socket.send(text);

      expect((await client.closed).code).toBe(LIVE_CLOSE.protocol);
    },
  );

  it('is closed for an invalid token, and asked to try again after a server error', async () => {
    identify = async (token) => {
      throw token === 'forged'
        ? new LiveRefusal(LIVE_CLOSE.badToken, 'bad token')
        : new Error('database password wrong');
    };
    await start();
    const forged = await opened(open());
    const unlucky = await opened(open());

    authenticate(forged, 'forged');
    authenticate(unlucky, 'reader');

    expect(await forged.closed).toEqual({ code: LIVE_CLOSE.badToken, reason: 'bad token' });
    expect(await unlucky.closed).toEqual({ code: 1013, reason: 'try again' });
  });
});

describe('a hostile client', () => {
  it('is closed for a frame above 4 kB', async () => {
    await start();
    const client = await opened(open());

    client.socket.send('x'.repeat(4_097));

    expect((await client.closed).code).toBe(1009);
  });

  it('is closed for a flood of messages', async () => {
    await start();
    const client = await signedIn('reader');

    for (let count = 0; count < 50; count += 1) client.socket.send('{}');

    expect((await client.closed).code).toBe(1008);
  });

  it('is closed when it stops answering pings', async () => {
    const { beat } = await startWithBeats();
    const client = await signedIn('reader');
    vi.spyOn(client.socket, 'pong').mockImplementation(() => undefined);

    beat();
    await settled(client);
    expect(client.socket.readyState).toBe(WebSocket.OPEN);
    beat();

    expect((await client.closed).code).toBe(1006);
    await eventually(() => expect(hub.size()).toBe(0));
  });

  it('is closed when it does not read', async () => {
    await start();
    const client = await signedIn('slow');
    client.socket.pause();

    for (let count = 0; count < 4_000; count += 1) {
      handlers?.onBroadcast(broadcastAt(nowMs, { title: 'x'.repeat(200), message: 'y'.repeat(2_000) }));
    }

    await eventually(() => expect(hub.size()).toBe(0));
  });

  it('cannot crash the process by aborting an upgrade', async () => {
    await start();
    const raw = connect(Number(address().split(':')[1]), '127.0.0.1');
    raw.write('GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n');
    raw.destroy();

    const client = await signedIn('reader');

    expect(client.socket.readyState).toBe(WebSocket.OPEN);
  });
});

describe('an upgrade', () => {
  it('is refused on other paths, from other sites, and above the limit of sockets', async () => {
    await start({ maxSockets: 1 });

    expect(await refusedStatus(open('/other'))).toBe(404);
    expect(await refusedStatus(open('/ws', { Origin: 'https://evil.example' }))).toBe(403);
    await opened(open());
    expect(await refusedStatus(open())).toBe(503);
  });

  it('is allowed from the site, from the requested host, and without an origin', async () => {
    await start();

    for (const origin of ['https://inkwell.example', `http://${address()}`]) {
      const client = await opened(open('/ws', { Origin: origin }));
      expect(client.socket.readyState).toBe(WebSocket.OPEN);
    }
    expect((await opened(open())).socket.readyState).toBe(WebSocket.OPEN);
  });

  it('refuses upgrades with 429 above the limit of an address, until a socket closes', async () => {
    await start({ maxPerAddress: 2 });
    const [first] = [await opened(open()), await opened(open())];

    expect(await refusedStatus(open())).toBe(429);
    expect((await opened(open('/ws', { 'X-Address': 'another' }))).socket.readyState).toBe(WebSocket.OPEN);
    first?.socket.close();
    await first?.closed;
    await eventually(() => expect(hub.size()).toBe(2));
    expect((await opened(open())).socket.readyState).toBe(WebSocket.OPEN);
  });
});

describe('the sockets of one account', () => {
  it('are limited even under parallel upgrades; further ones are closed with 4429', async () => {
    await start({ maxSockets: 500, maxPerAddress: 500, maxPerAccount: 10 });
    const all = await Promise.all(Array.from({ length: 120 }, () => opened(open())));

    for (const client of all) authenticate(client, 'reader');
    const outcomes = await Promise.all(all.slice(10).map(({ closed }) => closed));

    expect(new Set(outcomes.map(({ code }) => code))).toEqual(new Set([LIVE_CLOSE.tooMany]));
    await eventually(() => expect(hub.size()).toBe(10));
    await signedIn('somebody else');
  });

  it('can renew their tokens, and make room when they close', async () => {
    await start({ maxPerAccount: 1 });
    const first = await signedIn('reader');

    authenticate(first, 'reader');
    await settled(first);
    const second = await opened(open());
    authenticate(second, 'reader');
    expect((await second.closed).code).toBe(LIVE_CLOSE.tooMany);

    first.socket.close();
    await first.closed;
    await eventually(() => expect(hub.size()).toBe(0));
    await signedIn('reader');
  });
});

describe('the listener', () => {
  it('runs once for all sockets, and only while there are any', async () => {
    await start();
    expect(handlers).toBeNull();

    const first = await signedIn('a');
    const second = await signedIn('b');
    expect(starts).toBe(1);

    first.socket.close();
    second.socket.close();
    await eventually(() => expect(handlers).toBeNull());
    await signedIn('c');
    expect(starts).toBe(2);
  });
});

describe('shutdown', () => {
  it('closes every socket with 1001 and accepts no more', async () => {
    await start();
    const client = await signedIn('reader');

    hub.shutdown();

    expect((await client.closed).code).toBe(1001);
    expect(await refusedStatus(open())).toBe(503);
    expect(handlers).toBeNull();
  });
});
