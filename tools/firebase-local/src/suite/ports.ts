import { connect, createServer } from 'node:net';
import type { EmulatorPorts } from './firebase-config.ts';
import type { ManagedProcess } from './processes.ts';

export const LOOPBACK = '127.0.0.1';

/** Whether a server could listen on `port`, on both loopback addresses (a browser's `localhost` may be either). */
export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port, LOOPBACK)) && (await canListen(port, '::1'));
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      // A machine without IPv6 has no ::1 to be taken; a port we may not use counts as taken.
      resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT');
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Finds `count` different ports that are free right now. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port: 0, host: LOOPBACK }, resolve);
      });
      return server;
    }),
  );
  const ports = servers.map((server) => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('a listening server has an address');
    return address.port;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** Settles with true once the port accepts connections, with false when the process ended or took too long. */
export async function whenListening(port: number, child: ManagedProcess, limitMs = 20_000): Promise<boolean> {
  let hasEnded = false;
  void child.exited.then(() => {
    hasEnded = true;
  });
  const deadline = Date.now() + limitMs;
  while (!hasEnded && Date.now() < deadline) {
    if (await canConnect(port)) return !hasEnded;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: LOOPBACK, port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/**
 * Ports for emulators: those given, and free ones for every other, also for the parts of firebase-tools that nobody talks
 * to and that cannot be turned off.
 */
export async function freeEmulatorPorts(given: Partial<EmulatorPorts> = {}): Promise<EmulatorPorts> {
  const names = [
    'auth',
    'firestore',
    'storage',
    'hosting',
    'functions',
    'hub',
    'logging',
    'firestoreWebsocket',
    'eventarc',
    'tasks',
  ] as const;
  const free = await findFreePorts(names.length);
  return Object.fromEntries(names.map((name, index) => [name, given[name] ?? free[index]])) as unknown as EmulatorPorts;
}
