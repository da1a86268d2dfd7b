import { LIVE_CLOSE, LiveMessage } from '@inkwell/shared/notifications';

/** Reconnects after a close: 1, 2, 4, 8 and 16 seconds, then no more until the browser is online again. Product §4. */
const MAX_ATTEMPTS = 5;

const reconnectDelayMs = (attempt: number): number => 2 ** attempt * 1_000;

/** A socket that lived this long had its token accepted. */
const ACCEPTED_AFTER_MS = 30_000;

interface LiveSocketOptions {
  readonly url: string;
  /** An ID token; `fresh` asks the provider for a new one because the last was refused. */
  readonly getToken: (fresh: boolean) => Promise<string>;
  readonly onNotification: (notification: LiveMessage['data']) => void;
  /** The socket is open: notifications missed meanwhile have to be fetched. */
  readonly onOpen: () => void;
  /** The server closed the socket because the account is blocked. */
  readonly onBlocked: () => void;
}

/**
 * The browser's end of `/ws`: connects at once, authenticates by its first message, and reconnects with the delays of
 * product §4 and §9. An unreadable message is logged and ignored.
 * @returns what closes it for good
 */
export function openLiveSocket(options: LiveSocketOptions): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let wasTokenRefused = false;
  let isClosed = false;

  const connect = () => {
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
      // The account's other sockets stay open, so another attempt would end the same way; polling continues.
      if (event.code === LIVE_CLOSE.tooMany) return;
      const isTokenRefused = event.code === LIVE_CLOSE.badToken;
      const wasAccepted = Date.now() - startedAt >= ACCEPTED_AFTER_MS;
      // A fresh token that is refused as well will not be accepted a second later.
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

  const reconnectNow = () => {
    if (isClosed || socket) return;
    clearTimeout(timer);
    attempt = 0;
    connect();
  };

  window.addEventListener('online', reconnectNow);
  connect();
  return () => {
    isClosed = true;
    clearTimeout(timer);
    window.removeEventListener('online', reconnectNow);
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
