import { LIVE_CLOSE, LiveMessage } from '@inkwell/shared/notifications';

/** Reconnects after a close: 1, 2, 4, 8 and 16 seconds. Product §4. */
const MAX_ATTEMPTS = 5;
/** A new sequence begins within this time, so that not everybody reconnects at the moment when a network returns. */
const JITTER_MS = 5_000;

const reconnectDelayMs = (attempt: number): number => 2 ** attempt * 1_000;

/** The token of a socket that lasted this long was accepted. */
const ACCEPTED_AFTER_MS = 30_000;

interface LiveSocketOptions {
  readonly url: string;
  /** An ID token; `fresh` asks the provider for a new one because the last was refused. */
  readonly getToken: (fresh: boolean) => Promise<string>;
  readonly onNotification: (notification: LiveMessage['data']) => void;
  /** The socket is open: notifications missed meanwhile must be fetched. */
  readonly onOpen: () => void;
  /** The server closed the socket because the account is blocked. */
  readonly onBlocked: () => void;
}

/**
 * The browser's end of `/ws`: connects at once, authenticates by its first message, and reconnects with the delays of
 * product §4 and §9. After the last delay, a new sequence begins when the page is shown or the browser is online again. Unreadable messages
 * are logged and ignored.
 * @returns a function that closes it for good
 */
export function openLiveSocket(options: LiveSocketOptions): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let wasTokenRefused = false;
  let isClosed = false;

  const connect = () => {
    timer = undefined;
    const current = new WebSocket(options.url);
    const startedAt = Date.now();
    socket = current;

    current.addEventListener('open', () => {
      attempt = 0;
      options.getToken(wasTokenRefused).then(
        (token) => {
          if (current.readyState !== WebSocket.OPEN) return;
          current.send(JSON.stringify({ type: 'auth', token }));
          options.onOpen();
        },
        (error: unknown) => {
          console.warn('No token for live notifications', error);
          current.close();
        },
      );
    });

    current.addEventListener('message', (event) => {
      const notification = parseMessage(event.data);
      if (notification) options.onNotification(notification);
    });

    current.addEventListener('close', (event) => {
      if (isClosed || socket !== current) return;
      socket = null;
      if (event.code === LIVE_CLOSE.blocked) return options.onBlocked();
      // The account's other sockets stay open, so another attempt would be refused too; polling continues.
      if (event.code === LIVE_CLOSE.tooMany) return;
      const isTokenRefused = event.code === LIVE_CLOSE.badToken;
      const wasAccepted = Date.now() - startedAt >= ACCEPTED_AFTER_MS;
      // If a fresh token is refused too, another attempt is useless.
      if (isTokenRefused && wasTokenRefused && !wasAccepted) return;
      wasTokenRefused = isTokenRefused;
      reconnectLater();
    });
  };

  const reconnectLater = () => {
    if (attempt >= MAX_ATTEMPTS) return;
    timer = setTimeout(connect, reconnectDelayMs(attempt));
    attempt += 1;
  };

  const beginAgain = () => {
    if (isClosed || socket || timer !== undefined || document.visibilityState === 'hidden') return;
    attempt = 0;
    timer = setTimeout(connect, Math.random() * JITTER_MS);
  };

  window.addEventListener('online', beginAgain);
  document.addEventListener('visibilitychange', beginAgain);
  connect();
  return () => {
    isClosed = true;
    clearTimeout(timer);
    window.removeEventListener('online', beginAgain);
    document.removeEventListener('visibilitychange', beginAgain);
    socket?.close();
  };
}

function parseMessage(data: unknown): LiveMessage['data'] | null {
  try {
    return LiveMessage.parse(JSON.parse(String(data))).data;
  } catch (error) {
    console.warn('Unreadable live message', error);
    return null;
  }
}
