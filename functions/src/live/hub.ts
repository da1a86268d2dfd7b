import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '@inkwell/shared/errors';
import { LIVE_CLOSE, LiveAuth, type LiveMessage, type NotificationType } from '@inkwell/shared/notifications';
import { WebSocket, WebSocketServer } from 'ws';
import { describeError, type LogFields } from '../common/log.ts';
import { type Identity, LiveRefusal } from './identity.ts';

/** A notification for the sockets. `atMs` is its creation time by the database's clock, in ms since the epoch. */
export interface LiveBroadcast {
  readonly title: string;
  readonly message: string;
  readonly type: NotificationType;
  readonly atMs: number;
  /** The recipient's account; absent for all accounts. */
  readonly to?: string;
  /** The page that the notification links to. */
  readonly link?: string;
}

/** The listeners of a running instance, started with the first socket and stopped after the last one. */
export type LiveSource = (handlers: {
  onBroadcast(broadcast: LiveBroadcast): void;
  onBlocked(userId: string): void;
}) => () => void;

export interface LiveHubOptions {
  /** Verifies a token; rejects with a LiveRefusal that contains the close code. */
  readonly identify: (token: string) => Promise<Identity>;
  /** Checks that Auth still accepts the account. Rejects with AppError `unauthorized` if it does not. */
  readonly checkStanding: (identity: Identity) => Promise<void>;
  readonly source: LiveSource;
  /** Checks the Origin header, because CORS does not cover WebSockets. */
  readonly allowOrigin: (request: IncomingMessage) => boolean;
  /** The network address whose limit a socket counts towards. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly now: () => number;
  readonly log: (event: string, details?: LogFields) => void;
  readonly maxSockets: number;
  /** Limits of open sockets per account and per network address. */
  readonly maxPerAccount: number;
  readonly maxPerAddress: number;
  readonly authTimeoutMs?: number;
  readonly pingMs?: number;
}

export interface LiveHub {
  /** Handles an `upgrade` event of an HTTP server. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes every socket with 1001, so that clients reconnect elsewhere. Synchronous, for signal handlers. */
  shutdown(): void;
  /** The number of open sockets, authenticated or not. */
  size(): number;
}

const MAX_FRAME_BYTES = 4_096;
/** A slower client is disconnected; it reloads its list when it reconnects. */
const MAX_BUFFERED_BYTES = 65_536;
/** The number of frames that a client may send between two pings; our client sends one an hour. */
const MAX_FRAMES_PER_BEAT = 20;
const MAX_PENDING_BROADCASTS = 100;
/** How often the accounts of open sockets are checked. */
const CHECK_MS = 45_000;
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;

interface Session {
  readonly socket: WebSocket;
  readonly address: string;
  identity: Identity | null;
  /** When the first auth message arrived. The socket gets all broadcasts since then. */
  authAtMs: number | null;
  isVerifying: boolean;
  /** Broadcasts that arrived while the token was being verified. */
  pending: LiveBroadcast[];
  isAlive: boolean;
  framesThisBeat: number;
  authTimer: NodeJS.Timeout;
}

/**
 * The sockets of `/ws`, independent of Firestore and the functions runtime. Every socket gets each broadcast created after its auth message
 * once and in order. Product §4 (live socket) and §7.
 */
export function createLiveHub(options: LiveHubOptions): LiveHub {
  const { identify, checkStanding, allowOrigin, addressOf, now, log } = options;
  const { authTimeoutMs = 10_000, pingMs = 30_000 } = options;
  const { maxSockets, maxPerAccount, maxPerAddress } = options;
  const sessions = new Set<Session>();
  /** Blocks since the listener started: an identity verified just before its block must be verified again. */
  const blockedUsers = new Set<string>();
  const server = new WebSocketServer({
    noServer: true,
    path: '/ws',
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  let stopSource: (() => void) | null = null;
  let isShuttingDown = false;

  const openSockets = (belongs: (session: Session) => boolean) => {
    let count = 0;
    for (const session of sessions) if (belongs(session)) count += 1;
    return count;
  };

  const send = (session: Session, frame: string) => {
    if (session.socket.readyState !== WebSocket.OPEN) return;
    if (session.socket.bufferedAmount > MAX_BUFFERED_BYTES) session.socket.terminate();
    else session.socket.send(frame);
  };

  const isFor = (session: Session, broadcast: LiveBroadcast) =>
    session.authAtMs !== null && broadcast.atMs >= session.authAtMs;

  const isTo = ({ userId }: Identity, { to }: LiveBroadcast) => to === undefined || to === userId;

  const onBroadcast = (broadcast: LiveBroadcast) => {
    const frame = frameOf(broadcast);
    for (const session of sessions) {
      if (!isFor(session, broadcast)) continue;
      if (session.identity) {
        if (isTo(session.identity, broadcast)) send(session, frame);
      } else if (session.pending.push(broadcast) > MAX_PENDING_BROADCASTS) session.pending.shift();
    }
  };

  const onBlocked = (userId: string) => {
    blockedUsers.add(userId);
    for (const session of sessions) {
      if (session.identity?.userId === userId) session.socket.close(LIVE_CLOSE.blocked, 'blocked');
    }
  };

  const rebalance = () => {
    if (sessions.size > 0 && !isShuttingDown) {
      stopSource ??= options.source({ onBroadcast, onBlocked });
    } else {
      stopSource?.();
      stopSource = null;
      blockedUsers.clear();
    }
  };

  /** Verifies again if the account was blocked in the meantime, because the first result may be older than the block. */
  const identifyNow = async (token: string) => {
    const identity = await identify(token);
    return blockedUsers.has(identity.userId) ? identify(token) : identity;
  };

  const authenticate = async (session: Session, token: string) => {
    session.isVerifying = true;
    session.authAtMs ??= now();
    clearTimeout(session.authTimer);
    try {
      const identity = await identifyNow(token);
      if (session.identity && session.identity.userId !== identity.userId) {
        throw new LiveRefusal(LIVE_CLOSE.badToken, 'token of another user');
      }
      const isOfAccount = ({ identity: other }: Session) => other?.userId === identity.userId;
      if (!session.identity && openSockets(isOfAccount) >= maxPerAccount) {
        throw new LiveRefusal(LIVE_CLOSE.tooMany, 'too many sockets of this account');
      }
      session.identity = identity;
      for (const broadcast of session.pending) if (isTo(identity, broadcast)) send(session, frameOf(broadcast));
      session.pending = [];
    } catch (error) {
      const refusal = LiveRefusal.from(error);
      if (refusal.cause !== undefined) log('live-verification-failed', { error: describeError(refusal.cause) });
      session.socket.close(refusal.code, refusal.message);
    } finally {
      session.isVerifying = false;
    }
  };

  const onMessage = (session: Session, data: Buffer, isBinary: boolean) => {
    session.framesThisBeat += 1;
    if (session.framesThisBeat > MAX_FRAMES_PER_BEAT)
      return session.socket.close(POLICY_VIOLATION, 'too many messages');
    const token = isBinary ? null : tokenOf(data);
    if (token !== null) {
      if (!session.isVerifying) void authenticate(session, token);
      return;
    }
    if (!session.identity) session.socket.close(LIVE_CLOSE.protocol, 'expected an auth message');
  };

  server.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    const session: Session = {
      socket,
      address: addressOf(request),
      identity: null,
      authAtMs: null,
      isVerifying: false,
      pending: [],
      isAlive: true,
      framesThisBeat: 0,
      authTimer: setTimeout(() => socket.close(LIVE_CLOSE.authTimeout, 'no token'), authTimeoutMs).unref(),
    };
    sessions.add(session);
    rebalance();
    socket.on('message', (data: Buffer, isBinary) => onMessage(session, data, isBinary));
    socket.on('pong', () => {
      session.isAlive = true;
    });
    socket.on('error', (error) => log('live-socket-error', { error: error.message }));
    socket.on('close', () => {
      clearTimeout(session.authTimer);
      sessions.delete(session);
      setImmediate(rebalance);
    });
  });

  const beat = setInterval(() => {
    for (const session of sessions) {
      session.framesThisBeat = 0;
      if (!session.isAlive) {
        session.socket.terminate();
      } else if (session.identity && session.identity.expiresAtMs <= now() && !session.isVerifying) {
        session.socket.close(LIVE_CLOSE.badToken, 'token expired');
      } else {
        session.isAlive = false;
        session.socket.ping();
      }
    }
  }, pingMs).unref();

  const closeUnlessGood = async (session: Session, identity: Identity): Promise<void> => {
    try {
      await checkStanding(identity);
    } catch (error) {
      // If Auth does not answer, the socket stays open until the next check.
      if (!(error instanceof AppError) || error.code !== 'unauthorized') {
        log('live-check-failed', { error: describeError(error) });
      } else if (session.identity === identity) {
        session.socket.close(LIVE_CLOSE.badToken, 'token revoked');
      }
    }
  };

  const check = setInterval(() => {
    for (const session of sessions) if (session.identity) void closeUnlessGood(session, session.identity);
  }, CHECK_MS).unref();

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', (error) => log('live-upgrade-error', { error: error.message }));
    if (!server.shouldHandle(request)) return refuse(socket, '404 Not Found');
    if (!allowOrigin(request)) return refuse(socket, '403 Forbidden');
    if (isShuttingDown || sessions.size >= maxSockets) return refuse(socket, '503 Service Unavailable');
    const address = addressOf(request);
    if (openSockets((session) => session.address === address) >= maxPerAddress) {
      return refuse(socket, '429 Too Many Requests');
    }
    server.handleUpgrade(request, socket, head, (webSocket) => server.emit('connection', webSocket, request));
  };

  return {
    upgrade,
    shutdown() {
      isShuttingDown = true;
      clearInterval(beat);
      clearInterval(check);
      for (const session of sessions) session.socket.close(GOING_AWAY, 'restarting');
      rebalance();
      stopSource?.();
      stopSource = null;
    },
    size: () => sessions.size,
  };
}

function frameOf({ title, message, type, link }: LiveBroadcast): string {
  const frame: LiveMessage = {
    type: 'notification',
    data: { title, message, type, ...(link !== undefined && { link }) },
  };
  return JSON.stringify(frame);
}

/** The token of an auth message; null for anything else. */
function tokenOf(data: Buffer): string | null {
  try {
    const message = LiveAuth.safeParse(JSON.parse(data.toString('utf8')));
    return message.success ? message.data.token : null;
  } catch {
    return null;
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
