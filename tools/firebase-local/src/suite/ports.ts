import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect, createServer } from 'node:net';
import type { EmulatorPorts } from './firebase-config.ts';
import { type Watched, waitWhileBusy } from './patience.ts';

export const LOOPBACK = '127.0.0.1';

/** Whether a server could listen on `port` on both loopback addresses (a browser's `localhost` may be either). */
export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port, LOOPBACK)) && (await canListen(port, '::1'));
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      // Without IPv6, a machine has no ::1, so nothing uses the port there. A port that this user may not use counts as
      // taken.
      resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT');
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * The range of free ports: below the ports that systems use for outgoing connections (from 32,768 on Linux, from 49,152
 * by RFC 6335), which may be taken between the check and the use; above the last one that browsers and fetch refuse.
 */
const FIRST_PORT = 10_081;
const LAST_PORT = 32_767;

/**
 * Returns distinct free ports, and reserves them on this machine until this process ends, because it often takes seconds until another program
 * listens on them.
 * @throws Error if hardly any port is free
 */
export async function findFreePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let tries = 0; found.size < count; tries += 1) {
    if (tries > 100 * (count + 1)) throw new Error(`no ${count} free ports between ${FIRST_PORT} and ${LAST_PORT}`);
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if ((await reserve(port)) && (await isPortFree(port))) found.add(port);
  }
  return [...found];
}

/** Reserves a port until this process ends, through the UDP port with the same number, which no emulator uses. */
function reserve(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    // A machine that does not allow UDP cannot reserve ports, but the port may still be free.
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      socket.close();
      resolve(code !== 'EADDRINUSE');
    });
    socket.bind({ port, address: LOOPBACK, exclusive: true }, () => {
      socket.unref();
      resolve(true);
    });
  });
}

/** Resolves when all ports are free, or after `withinMs`. */
export async function whenFree(ports: readonly number[], withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (const port of ports)
    while (!(await isPortFree(port)) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Resolves to true when the port accepts connections, or to false when the process has ended or is idle. */
export async function whenListening(port: number, child: Watched): Promise<boolean> {
  let isOver = false;
  const listening = (async () => {
    while (!isOver && !(await canConnect(port))) await new Promise((resolve) => setTimeout(resolve, 50));
    return true;
  })();
  const outcome = await waitWhileBusy(listening, child);
  isOver = true;
  return outcome === true;
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

/** Returns the given ports, and free ports for all other parts of firebase-tools, including unused parts that cannot be turned off. */
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
