import { connect, createServer } from 'node:net';
import type { EmulatorPorts } from './firebase-config.ts';
import type { ManagedProcess } from './processes.ts';
import { StartError } from './start-error.ts';

/** The ports of the local stack: the variable that changes each, its default, and what listens there. */
export const PORTS = {
  app: { variable: 'INKWELL_PORT', fallback: 3000, what: 'the app' },
  hosting: { variable: 'INKWELL_HOSTING_PORT', fallback: 5010, what: 'the Hosting emulator' },
  functions: { variable: 'INKWELL_FUNCTIONS_PORT', fallback: 5001, what: 'the api function' },
  live: { variable: 'INKWELL_LIVE_PORT', fallback: 5110, what: 'the live function' },
  page: { variable: 'INKWELL_PAGE_PORT', fallback: 5120, what: 'the page function' },
  firestore: { variable: 'INKWELL_FIRESTORE_PORT', fallback: 8080, what: 'the Firestore emulator' },
  auth: { variable: 'INKWELL_AUTH_PORT', fallback: 9099, what: 'the Auth emulator' },
  storage: { variable: 'INKWELL_STORAGE_PORT', fallback: 9199, what: 'the Storage emulator' },
} as const;

export type PortName = keyof typeof PORTS;
export type Ports = Record<PortName, number>;

const NAMES = Object.keys(PORTS) as PortName[];
export const LOOPBACK = '127.0.0.1';

/**
 * Reads the ports from the environment, defaults filled in.
 * @throws StartError when a variable is no port number, or two of them are the same
 */
export function readPorts(env: Readonly<Record<string, string | undefined>>): Ports {
  const ports = {} as Ports;
  for (const name of NAMES) {
    const { variable, fallback } = PORTS[name];
    const text = env[variable]?.trim();
    const port = text ? Number(text) : fallback;
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new StartError(`${variable} is "${text}", which is not a port number from 1 to 65535.`);
    }
    const twin = NAMES.find((other) => other !== name && ports[other] === port);
    if (twin) {
      throw new StartError(`${PORTS[twin].variable} and ${variable} are both ${port}: each part needs its own port.`);
    }
    ports[name] = port;
  }
  return ports;
}

/** The ports as the variables that {@link readPorts} reads. */
export function portVariables(ports: Ports): Record<string, string> {
  return Object.fromEntries(NAMES.map((name) => [PORTS[name].variable, String(ports[name])]));
}

/**
 * Makes sure that nothing listens on any of the ports, waiting up to `patienceMs` for ones about to be given back.
 * @throws StartError naming the first taken port and the variable that changes it
 */
export async function requireFreePorts(ports: Ports, names: readonly PortName[] = NAMES, patienceMs = 0) {
  const deadline = Date.now() + patienceMs;
  for (const name of names) {
    while (!(await isPortFree(ports[name]))) {
      if (Date.now() >= deadline) throw takenPort(name, ports[name]);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  }
}

export function takenPort(name: PortName, port: number): StartError {
  const { variable, what } = PORTS[name];
  return new StartError(
    `Port ${port}, meant for ${what}, is taken by another program: stop it, or choose another port with ${variable}.`,
  );
}

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
