import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HostingConfig } from '../firebase-config.ts';
import { LOOPBACK } from '../ports.ts';
import { answer } from './answer.ts';
import { type Backend, BackendTimeout, closeConnections, forwardedHeaders, send } from './forward.ts';
import { findFault, isTooLongForFile } from './refusals.ts';
import { refuse } from './refuse.ts';
import { createFunctionRouter, createHeaderRules, pathOf } from './routes.ts';
import { runScheduled, type ScheduleOptions } from './schedules.ts';
import { StaticFiles } from './static-files.ts';
import { refuseUpgrade, tunnel } from './upgrade.ts';

export interface GatewayOptions {
  port: number;
  hosting: HostingConfig;
  /** Serves the app: the Hosting emulator, or a development server. */
  app: Backend;
  /** Whether `app` has a file at a path. As in Hosting, files take precedence over rewrites. */
  hasFile?(path: string): boolean;
  /**
   * Whether `app` is a development server. It generates most of its files itself, and accepts all upgrades that no function accepts. Functions render
   * each page again, without the headers of firebase.json, whose policy blocks the scripts of such servers.
   */
  isDevelopment?: boolean;
  /** How long to wait for the built app, in milliseconds. */
  appTimeoutMs?: number;
  /** The backend of a function. Waits for one that is starting; undefined if it is not running or unknown. */
  functionNamed(name: string): Promise<Backend | undefined>;
  /** The function that accepts upgrade requests, by path. */
  upgrades: ReadonlyMap<string, string>;
  /**
   * `POST {path}/{name}` runs a scheduled function and answers when it has ended; `run` returns undefined for an
   * unknown name.
   */
  schedules?: ScheduleOptions;
  /** Served at /__/firebase/init.json, as in production. */
  initJson: unknown;
}

export interface Gateway {
  close(): Promise<void>;
}

/** The largest request of a 2nd-generation function ("Cloud Run functions quotas": 32 MB). */
const LARGEST_BODY = 32 * 1024 * 1024;
/** A larger body is read and discarded up to this size, so that the client can read the refusal. */
const MOST_DROPPED = 512 * 1024 * 1024;
/** Missing files must not be cached, because they may exist after the next build. */
const NOT_KEPT = 'no-cache';
/**
 * Without a network, the Hosting emulator never answers some addresses below `/__/firebase`, which it fetches from
 * Google.
 */
const APP_TIMEOUT_MS = 10_000;
/** The limit of Firebase Hosting for a function: 60 s. */
const FUNCTION_TIMEOUT_MS = 60_000;

/**
 * The single origin for the browser, replacing Firebase Hosting. Requests that firebase.json rewrites to a function are sent to its process, upgrades
 * to the function that accepts them, and everything else to the app.
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { port, upgrades, functionNamed, app, isDevelopment } = options;
  const handle = createHandler(options);
  const onUpgrade = async (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (findFault(req)) return refuseUpgrade(socket, '400 Bad Request', 'The address cannot be read.');
    const name = upgrades.get(pathOf(req.url ?? '/'));
    const backend = name === undefined ? (isDevelopment ? app : undefined) : await functionNamed(name);
    if (backend) tunnel(req, socket, head, backend);
    else if (name === undefined)
      refuseUpgrade(socket, '404 Not Found', 'No function accepts upgrades at this address.');
    else refuseUpgrade(socket, '502 Bad Gateway', `The ${name} function is not running.`);
  };
  // A browser may resolve `localhost` to either address. Without IPv6, a machine has only the first one.
  const servers = await Promise.all([listen(port, LOOPBACK), listen(port, '::1').catch(ignoreMissingIpv6)]);
  const sockets = new Set<Duplex>();
  for (const server of servers) {
    server?.on('request', handle);
    // Without a listener, Node closes the connection without an answer.
    server?.on('connect', (_req, socket) =>
      refuseUpgrade(socket, '405 Method Not Allowed', 'This server is not a proxy.'),
    );
    server?.on('upgrade', (req, socket, head) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      void onUpgrade(req, socket, head);
    });
  }
  return {
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => server && closeServer(server)));
      closeConnections();
    },
  };
}

function createHandler(options: GatewayOptions) {
  const { hosting, app, isDevelopment, appTimeoutMs = APP_TIMEOUT_MS, functionNamed, schedules } = options;
  const { hasFile = () => false } = options;
  const functionFor = createFunctionRouter(hosting);
  const functionForFile = isDevelopment ? createFunctionRouter(hosting, { takesRest: false }) : functionFor;
  const headersFor = createHeaderRules(hosting);
  const files = new StaticFiles();
  const init = JSON.stringify(options.initJson, null, 2);

  const serveApp = async (req: IncomingMessage, res: ServerResponse, signal: AbortSignal) => {
    if (isDevelopment) return answer(req, res, await send(req, app, { signal }));
    if (await files.answerKept(req, res)) return;
    // The gateway itself compresses each file once.
    const headers = { ...forwardedHeaders(req), 'accept-encoding': 'identity' };
    if (isTooLongForFile(req.url ?? '/')) return refuse(res, 404, 'There is nothing at this address.');
    const incoming = await send(req, app, { headers, signal, timeoutMs: appTimeoutMs });
    // The emulator applies header rules by address, so browsers could cache a missing file for a year.
    if (incoming.statusCode === 404) incoming.headers['cache-control'] = NOT_KEPT;
    if (!(await files.answer(req, res, incoming))) await answer(req, res, incoming);
  };

  const serveFunction = async (req: IncomingMessage, res: ServerResponse, signal: AbortSignal, name: string) => {
    const backend = await functionNamed(name);
    if (!backend) return refuse(res, 502, `The ${name} function is not running.`);
    const length = Number(req.headers['content-length'] ?? 0);
    if (length > LARGEST_BODY) {
      // Node reads the rest of the body before the next request. Closing the connection immediately would reset it, and a
      // client that is still sending would lose the answer.
      if (length > MOST_DROPPED) res.setHeader('connection', 'close');
      return refuse(res, 413, 'The request is larger than 32 MB.');
    }
    const isAnew = isDevelopment && isNavigation(req);
    const headers = { ...forwardedHeaders(req), ...(isAnew && { 'cache-control': 'no-cache' }) };
    const incoming = await send(req, backend, { headers, timeoutMs: FUNCTION_TIMEOUT_MS, signal });
    await answer(req, res, incoming, isAnew ? undefined : headersFor(pathOf(req.url ?? '/')));
  };

  return (req: IncomingMessage, res: ServerResponse) => {
    const client = new AbortController();
    res.once('close', () => client.abort());
    req.on('error', () => client.abort());
    const fault = findFault(req);
    if (fault) return refuse(res, fault.status, fault.text);
    const path = pathOf(req.url ?? '/');
    if (path === '/__/firebase/init.json') return sendInit(req, res, init);
    if (schedules && path.startsWith(`${schedules.path}/`)) return void runScheduled(req, res, schedules);
    const router = isNavigation(req) ? functionFor : functionForFile;
    const name = isDevelopment || !hasFile(path) ? router(path) : undefined;
    const served = name ? serveFunction(req, res, client.signal, name) : serveApp(req, res, client.signal);
    served.catch((error: unknown) => {
      if (client.signal.aborted) return; // The client has disconnected.
      if (res.headersSent) res.destroy();
      else if (error instanceof BackendTimeout) refuse(res, 504, `The ${name ?? 'app'} took too long to answer.`);
      else refuse(res, 502, `The ${name ? `${name} function` : 'app'} cannot be reached.`);
    });
  };
}

/** Whether a browser requests a page, not a file or an answer of the API. */
const isNavigation = ({ headers }: IncomingMessage) => headers.accept?.includes('text/html') ?? false;

function sendInit(req: IncomingMessage, res: ServerResponse, init: string): void {
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    refuse(res, 405, 'Only GET is supported.');
    return;
  }
  res.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(init),
  });
  res.end(req.method === 'HEAD' ? undefined : init);
}

function listen(port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer({ keepAliveTimeout: 65_000, noDelay: true });
    server.once('error', reject);
    server.listen({ port, host, backlog: 4096 }, () => resolve(server));
  });
}

function ignoreMissingIpv6(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EADDRNOTAVAIL' && error.code !== 'EAFNOSUPPORT') throw error;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
