import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LIVE_CLOSE, type NotificationType } from '@inkwell/shared/notifications';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { FieldValue, type Firestore, getFirestore } from 'firebase-admin/firestore';
import { startTestSuite, type TestSuite } from 'firebase-local/testing/suite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';

/*
 * Runs the function in the functions runtime and its own process, as in production, with the emulators. It reaches Firestore through a relay whose
 * connections the tests can cut.
 */

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const FRAMEWORK = join(REPOSITORY, 'node_modules/@google-cloud/functions-framework/build/src/main.js');

let suite: TestSuite;
let db: Firestore;
let relay: Relay;
let sourceDir: string;
let host: Host;

interface Host {
  readonly port: number;
  readonly process: ChildProcess;
}

interface Relay {
  readonly port: number;
  cut(): void;
  refuse(isRefusing: boolean): void;
  close(): void;
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function startRelay(targetPort: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isRefusing = false;
  const server = createServer((client) => {
    if (isRefusing) return void client.destroy();
    const target = connect(targetPort, '127.0.0.1');
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        target.destroy();
      });
    }
    client.pipe(target).pipe(client);
  });
  const port = await listen(server);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    cut,
    refuse(value) {
      isRefusing = value;
    },
    close() {
      server.close();
      cut();
    },
  };
}

async function startHost(): Promise<Host> {
  const probe = createServer();
  const port = await listen(probe);
  probe.close();
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', FRAMEWORK, `--source=${sourceDir}`, '--target=live', `--port=${port}`],
    {
      cwd: REPOSITORY,
      env: {
        ...process.env,
        ...suite.env,
        FIRESTORE_EMULATOR_HOST: `127.0.0.1:${relay.port}`,
        FUNCTION_TARGET: 'live',
        NODE_ENV: 'production',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  await vi.waitFor(
    async () => {
      const probeSocket = connect(port, '127.0.0.1');
      await Promise.race([
        once(probeSocket, 'connect'),
        once(probeSocket, 'error').then(([error]) => Promise.reject(error)),
      ]);
      probeSocket.destroy();
    },
    { timeout: 120_000, interval: 50 },
  );
  return { port, process: child };
}

async function stopHost(): Promise<void> {
  if (host.process.exitCode !== null) return;
  host.process.kill('SIGTERM');
  await once(host.process, 'exit');
}

interface Account {
  readonly uid: string;
  readonly token: string;
}

async function signUp(): Promise<Account> {
  const response = await fetch(
    `http://${suite.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo`,
    { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"returnSecureToken":true}' },
  );
  const { localId, idToken } = (await response.json()) as { localId: string; idToken: string };
  return { uid: localId, token: idToken };
}

interface Client {
  readonly socket: WebSocket;
  readonly titles: string[];
  /** As received, e.g. `warning`. */
  readonly types: string[];
  readonly closed: Promise<number>;
}

/** A minimal client of the contract: it opens, sends its token, and listens. */
async function connectClient(token: string): Promise<Client> {
  const socket = new WebSocket(`ws://127.0.0.1:${host.port}/ws`);
  const titles: string[] = [];
  const types: string[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    expect(message.type).toBe('notification');
    titles.push(message.data.title);
    types.push(message.data.type);
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(([code]) => Number(code));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', token }));
  const pong = once(socket, 'pong');
  socket.ping();
  await Promise.race([pong, closed]);
  return { socket, titles, types, closed };
}

const broadcast = (title: string, type: NotificationType = 'info') =>
  db.collection('broadcasts').add({ title, message: 'Text', type, createdAt: FieldValue.serverTimestamp() });

const expectTitles = (client: Client, titles: string[], timeout = 10_000) =>
  vi.waitFor(() => expect(client.titles).toEqual(titles), { timeout, interval: 20 });

beforeAll(async () => {
  suite = await startTestSuite({ services: ['auth', 'firestore'] });
  Object.assign(process.env, { FIRESTORE_EMULATOR_HOST: suite.env.FIRESTORE_EMULATOR_HOST });
  db = getFirestore(initializeApp({ projectId: suite.projectId }, 'live-test'));
  relay = await startRelay(suite.ports.firestore);
  sourceDir = await mkdtemp(join(tmpdir(), 'inkwell-live-'));
  await writeFile(join(sourceDir, 'package.json'), '{"type":"module","main":"index.js"}');
  await writeFile(join(sourceDir, 'index.js'), `export * from '${join(REPOSITORY, 'functions/src/index.ts')}';`);
  host = await startHost();
});

afterAll(async () => {
  await stopHost();
  relay.close();
  await deleteApp((await import('firebase-admin/app')).getApp('live-test'));
  await rm(sourceDir, { recursive: true, force: true });
  await suite.stop();
});

describe('the live function', () => {
  it('accepts an upgrade as the first request of a cold instance', async () => {
    const { token } = await signUp();

    const client = await connectClient(token);
    await broadcast('Hello', 'warning');

    await expectTitles(client, ['Hello']);
    expect(client.types).toEqual(['warning']);
    client.socket.close();
  });

  it('delivers personal notifications to their reader', async () => {
    const [mary, percy] = await Promise.all([signUp(), signUp()]);
    const clients = await Promise.all([mary, percy].map(({ token }) => connectClient(token)));
    const push = (title: string) =>
      db.doc(`pushes/${mary.uid}`).set({ title, message: 'M', link: '/', pushedAt: FieldValue.serverTimestamp() });

    await push('First');
    await expectTitles(clients[0] as Client, ['First']);
    await push('Second');

    await expectTitles(clients[0] as Client, ['First', 'Second']);
    expect(clients[1]?.titles).toEqual([]);
    for (const client of clients) client.socket.close();
  });

  it('reports on /health that sockets work, and answers 426 elsewhere', async () => {
    const health = await fetch(`http://127.0.0.1:${host.port}/health`);
    const other = await fetch(`http://127.0.0.1:${host.port}/ws`);

    expect(await health.json()).toMatchObject({ websocket: true });
    expect(other.status).toBe(426);
  });

  it('delivers a burst of ten to everybody, each once and in order', async () => {
    const accounts = await Promise.all([signUp(), signUp(), signUp()]);
    const clients = await Promise.all(accounts.map(({ token }) => connectClient(token)));
    const titles = Array.from({ length: 10 }, (_, index) => `Burst ${index}`);

    for (const title of titles) await broadcast(title);

    for (const client of clients) await expectTitles(client, titles);
    for (const client of clients) client.socket.close();
  });

  it('delivers broadcasts sent while its connection to Firestore was cut, once', async () => {
    const client = await connectClient((await signUp()).token);
    await broadcast('Before');
    await expectTitles(client, ['Before']);

    relay.refuse(true);
    relay.cut();
    await broadcast('Meanwhile');
    relay.refuse(false);
    await broadcast('After');

    await expectTitles(client, ['Before', 'Meanwhile', 'After'], 30_000);
    client.socket.close();
  }, 40_000);

  it('disconnects a blocked user immediately, and accepts them after the block is lifted', async () => {
    const account = await signUp();
    const client = await connectClient(account.token);
    const user = db.doc(`users/${account.uid}`);

    await user.set({ isBlocked: true, blockedAt: FieldValue.serverTimestamp() });
    expect(await client.closed).toBe(LIVE_CLOSE.blocked);

    const again = await connectClient(account.token);
    expect(await again.closed).toBe(LIVE_CLOSE.blocked);

    await user.set({ isBlocked: false, blockedAt: null });
    const admitted = await connectClient(account.token);
    await broadcast('Welcome back');
    await expectTitles(admitted, ['Welcome back']);
    admitted.socket.close();
  });

  it('refuses forged and expired tokens', async () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const seconds = Math.floor(Date.now() / 1000);
    const expired = `${encode({ alg: 'none', typ: 'JWT' })}.${encode({
      iss: `https://securetoken.google.com/${suite.projectId}`,
      aud: suite.projectId,
      sub: 'somebody',
      iat: seconds - 7_200,
      exp: seconds - 3_600,
    })}.`;

    for (const token of ['forged', 'a.b.c', expired]) {
      const client = await connectClient(token);
      expect(await client.closed).toBe(LIVE_CLOSE.badToken);
    }
  });

  it('closes sockets with 1001 when it is stopped, and the next instance continues', async () => {
    const { token } = await signUp();
    const client = await connectClient(token);

    await stopHost();
    expect(await client.closed).toBe(1001);
    host = await startHost();

    const again = await connectClient(token);
    await broadcast('After the restart');
    await expectTitles(again, ['After the restart']);
    again.socket.close();
  }, 40_000);
});
